"""The start of a game: what is dealt, shuffled and laid out before the first decision (section 2).

Not for the opening itself, which the seats decide; `turns` has it.
"""

from engine.bohn.board import CONTRACTS, DEALT, HARVESTS, KINDS, RESERVE, TOWN, TOWNS, TRAVEL_CARDS
from engine.bohn.events import Dealt, Prepared
from engine.bohn.state import Beanometer, BohnState, Merchant, Pile
from engine.chance import shuffled
from engine.values import Event, Setup


def start(setup: Setup) -> tuple[BohnState, list[Event]]:
    """The position in which every seat owes its opening (BH-2.2 to BH-2.5)."""
    seats, seed = setup.seats, setup.seed
    harvests = shuffled(seed, "harvests", HARVESTS)
    contracts = shuffled(seed, "contracts", CONTRACTS)
    hands = [contracts[DEALT * seat : DEALT * (seat + 1)] for seat in range(seats)]
    state = BohnState(
        seed=seed,
        phase="open",
        turn=0,
        active=0,
        merchants=tuple(Merchant(town="", talers=0, beans=KINDS, hand=TRAVEL_CARDS + hand) for hand in hands),
        beanometers=tuple(first_squares(town) for town in TOWNS),
        deck=contracts[DEALT * seats :],
        discards=(),
        pile=harvests[RESERVE:],
        reserve=harvests[:RESERVE],
        offered=(0,) * seats,
    )
    dealt = (Dealt(seat=seat, contracts=hand, audience=seat) for seat, hand in enumerate(hands))
    return state, [Prepared(seats=seats), *dealt]


def first_squares(town: str) -> Beanometer:
    """One token of each kind sold, from square 1 up (BH-2.3)."""
    sells, squares = TOWN[town].sells, TOWN[town].squares
    return Beanometer(town, (*(Pile(kind, 1) for kind in sells), *(None,) * (squares - len(sells))))
