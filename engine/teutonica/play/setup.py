"""The first position of a game of Hansa Teutonica (section 3).

Not for what is offered: `options.check_options` says that.
"""

from engine.chance import shuffled
from engine.teutonica.board import COLOURS, MARKER_COUNTS, MARKERS, MISSIONS, START, START_MARKERS, TILES, board_for
from engine.teutonica.events import Marker, Mission, SetUp, Tile
from engine.teutonica.options import TeutonicaOptions
from engine.teutonica.play.changes import Events
from engine.teutonica.play.turns import begin_turn
from engine.teutonica.state import FREE, Pieces, Player, Road, Row, TeutonicaState
from engine.values import Setup


def start(setup: Setup, state_type: type[TeutonicaState]) -> tuple[TeutonicaState, Events]:
    """Section 3."""
    options = setup.options
    assert isinstance(options, TeutonicaOptions)
    board, seats, seed = board_for(options.board, setup.seats), setup.seats, setup.seed
    first = shuffled(seed, "start markers", START_MARKERS[options.edition])
    pool = [kind for kind in MARKERS for _ in range(MARKER_COUNTS[options.edition][kind] - first.count(kind))]
    taverns = dict(zip((route.id for route in board.routes if route.tavern), first, strict=True))
    missions = shuffled(seed, "missions", MISSIONS) if options.missions else ("",) * seats
    state = state_type(
        seats=seats,
        options=options,
        phase="pawn0",
        round=1,
        active=0,
        left=0,
        players=tuple(
            Player(stock=Pieces(*stock), supply=Pieces(*supply), mission=mission)
            for (supply, stock), mission in zip(START[:seats], missions, strict=False)
        ),
        roads=tuple(Road(route.id, (FREE,) * len(route.ships), taverns.get(route.id, "")) for route in board.routes),
        rows=tuple(Row(city.id) for city in board.cities),
        honours=("",) * len(COLOURS),
        markers=shuffled(seed, "markers", pool),
        tiles=shuffled(seed, "favours", TILES)[:seats] if options.favours else (),
    )
    events: Events = [
        SetUp(
            edition=options.edition,
            board=options.board,
            seats=seats,
            missions=options.missions,
            favours=options.favours,
        )
    ]
    events.extend(Marker(route=route, marker=marker) for route, marker in taverns.items())
    events.extend(Tile(tile=tile) for tile in state.tiles)
    if options.missions:
        events.extend(
            Mission(seat=seat, card=player.mission, audience=seat) for seat, player in enumerate(state.players)
        )
    if seats > 2:  # HT-3.7: with two seats the pawn comes first
        begin_turn(state, 0, events)
    return state, events
