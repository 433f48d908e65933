"""What never changes: kinds of beans, towns with their ladders and links, contracts, harvest and travel cards.

Not for positions. The data files are the authority (BH-1.1); they are read once and refused when they contradict
themselves (BH-18.6).
"""

from collections.abc import Mapping, Sequence

import msgspec

from engine import boards

NAME = "Bohn Hansa"
SPACES = 8
"""Places for beans on a seat's board."""
MOST_SEATS = 5
TOLL_CARD = "Zo"
HARVEST_CARD = "Na"
DEALT = 3
"""Contracts dealt to each seat at setup (BH-2.5)."""
RESERVE = 2
"""Harvest cards set aside at setup (BH-2.4)."""
EIGHT = 8
"""Harvest cards in the draw pile at setup; when all of them are placed the last round begins (BH-15.1)."""


class Kind(msgspec.Struct, frozen=True):
    """A kind of bean: how many tokens there are and what one is worth to the bank."""

    id: str
    count: int
    base_price: int


class Town(msgspec.Struct, frozen=True):
    """A town: what it sells, in the order of BH-1.4, and the ladder of each kind, its last step the round field."""

    id: str
    name: str
    sells: tuple[str, ...]
    squares: int
    ladders: tuple[tuple[int, ...], ...]
    links: tuple[str, ...]

    def prices(self, filled: int) -> tuple[int, ...]:
        """The price of each kind sold when `filled` squares lie below the lowest empty one (BH-1.6)."""
        return tuple(ladder[filled] for ladder in self.ladders)


class Contract(msgspec.Struct, frozen=True):
    """A contract: where, one token of which kinds (kind order), and the payout."""

    id: str
    town: str
    beans: tuple[str, ...]
    payout: int


class Harvest(msgspec.Struct, frozen=True):
    """A harvest card: its entries town, kind, count in card order."""

    id: str
    entries: tuple[tuple[str, str, int], ...]


class _Ladder(msgspec.Struct, frozen=True):
    squares: tuple[int, ...]
    round: int


class _Beanometer(msgspec.Struct, frozen=True):
    squares: int
    prices: dict[str, _Ladder]


class _Sale(msgspec.Struct, frozen=True):
    kind: str


class _Town(msgspec.Struct, frozen=True):
    id: str
    name: str
    sells: tuple[_Sale, ...]
    beanometer: _Beanometer


class _Link(msgspec.Struct, frozen=True):
    a: str
    b: str


class _Map(msgspec.Struct, frozen=True):
    towns: tuple[_Town, ...]
    links: tuple[_Link, ...]


class _Pile(msgspec.Struct, frozen=True):
    town: str
    kind: str
    count: int


class _Harvest(msgspec.Struct, frozen=True):
    id: str
    piles: tuple[_Pile, ...]


class _TravelCard(msgspec.Struct, frozen=True):
    colour: str
    number: int
    type: str


def read_kinds(raw: Mapping[str, object]) -> dict[str, Kind]:
    kinds = msgspec.convert(raw["kinds"], tuple[Kind, ...])
    return {kind.id: kind for kind in kinds}


def read_towns(raw: Mapping[str, object], kinds: Mapping[str, Kind]) -> dict[str, Town]:
    """The towns in their order; ValueError if one is not linked or a ladder does not fit its squares (BH-18.6)."""
    drawn = msgspec.convert(raw, _Map)
    links: dict[str, list[str]] = {town.id: [] for town in drawn.towns}
    for link in drawn.links:
        if link.a not in links or link.b not in links or link.a == link.b:
            raise ValueError(f"the link {link.a}–{link.b} does not join two towns")
        links[link.a].append(link.b)
        links[link.b].append(link.a)
    towns = {}
    for town in sorted(drawn.towns, key=lambda town: town.id):
        sells = tuple(kind for kind in kinds if any(sale.kind == kind for sale in town.sells))
        if len(sells) != len(town.sells):
            raise ValueError(f"{town.id} sells a kind twice, or one that does not exist")
        if any(kind not in town.beanometer.prices for kind in sells):
            raise ValueError(f"{town.id} has a kind without a ladder")
        ladders = tuple(town.beanometer.prices[kind] for kind in sells)
        if any(len(ladder.squares) != town.beanometer.squares for ladder in ladders):
            raise ValueError(f"a ladder of {town.id} does not have one price for each square")
        steps = tuple((*ladder.squares, ladder.round) for ladder in ladders)
        towns[town.id] = Town(
            town.id, town.name, sells, town.beanometer.squares, steps, tuple(sorted(set(links[town.id])))
        )
    if any(len(distances_from(towns, town)) != len(towns) for town in towns):
        raise ValueError("a town cannot be reached")
    return towns


def distances_from(towns: Mapping[str, Town], start: str) -> dict[str, int]:
    """The fewest links to every town that can be reached (BH-1.11)."""
    distances = {start: 0}
    queue = [start]
    for here in queue:
        for there in towns[here].links:
            if there not in distances:
                distances[there] = distances[here] + 1
                queue.append(there)
    return distances


def read_contracts(
    raw: Mapping[str, object], towns: Mapping[str, Town], kinds: Mapping[str, Kind]
) -> dict[str, Contract]:
    """The contracts by id; ValueError if one needs a kind twice or names an unknown town or kind (BH-18.6)."""
    order = list(kinds)
    found = {}
    for card in msgspec.convert(raw["contracts"], tuple[Contract, ...]):
        if card.town not in towns or any(kind not in kinds for kind in card.beans):
            raise ValueError(f"contract {card.id} names an unknown town or kind")
        if len(card.beans) not in (2, 3) or len(set(card.beans)) != len(card.beans):
            raise ValueError(f"contract {card.id} does not need two or three different kinds")
        found[card.id] = Contract(card.id, card.town, tuple(sorted(card.beans, key=order.index)), card.payout)
    return dict(sorted(found.items()))


def read_harvests(raw: Mapping[str, object], towns: Mapping[str, Town]) -> dict[str, Harvest]:
    """The harvest cards by id; ValueError if an entry brings a kind to a town that does not sell it."""
    found = {}
    for card in msgspec.convert(raw["cards"], tuple[_Harvest, ...]):
        for pile in card.piles:
            if pile.town not in towns or pile.kind not in towns[pile.town].sells:
                raise ValueError(f"harvest card {card.id} brings {pile.kind} to {pile.town}")
        found[card.id] = Harvest(card.id, tuple((pile.town, pile.kind, pile.count) for pile in card.piles))
    return found


def read_travel_cards(raw: Mapping[str, object]) -> tuple[str, ...]:
    """The seven cards of a seat in the order of the first hand; ValueError if two colours differ (BH-1.8)."""
    names = {"travel": "t{}", "nachschub": HARVEST_CARD, "zoll": TOLL_CARD}
    decks: dict[str, dict[int, str]] = {}
    for card in msgspec.convert(raw["cards"], tuple[_TravelCard, ...]):
        decks.setdefault(card.colour, {})[card.number] = names[card.type].format(card.number)
    first, *others = [tuple(deck[number] for number in sorted(deck)) for deck in decks.values()]
    if any(deck != first for deck in others):
        raise ValueError("the travel cards of two colours differ")
    return first


def _load(name: str) -> Mapping[str, object]:
    return msgspec.convert(boards.load(__name__, f"bohn/{name}.json"), dict[str, object])


KIND = read_kinds(_load("beans"))
KINDS = tuple(KIND)
"""The kind order of BH-1.2."""
BASE = {kind.id: kind.base_price for kind in KIND.values()}
TOKENS = {kind.id: kind.count for kind in KIND.values()}
TOWN = read_towns(_load("board"), KIND)
TOWNS = tuple(TOWN)
TOWN_INDEX = {town: index for index, town in enumerate(TOWNS)}
DISTANCE = {town: distances_from(TOWN, town) for town in TOWNS}
CONTRACT = read_contracts(_load("contracts"), TOWN, KIND)
CONTRACTS = tuple(CONTRACT)
HARVEST = read_harvests(_load("harvests"), TOWN)
HARVESTS = tuple(HARVEST)
TRAVEL_CARDS = read_travel_cards(_load("travel_cards"))
ORDINARY = frozenset(card for card in TRAVEL_CARDS if card not in (TOLL_CARD, HARVEST_CARD))
BANK = msgspec.convert(_load("money")["total_value"], int)
"""All talers of the box; a bank account below zero is allowed (BH-1.10)."""

_EFFECTS = msgspec.convert(_load("travel_cards")["effects"], dict[str, dict[str, object]])
TOLL = msgspec.convert(_EFFECTS["zoll"]["toll_when_travelling"], int)
TOLL_INVITED = msgspec.convert(_EFFECTS["zoll"]["toll_when_invited"], int)
CONTRACT_PRICE = msgspec.convert(_EFFECTS["travel"]["buy_contract_cost"], int)


def towns_within(start: str, cards: int) -> Sequence[str]:
    """The towns a journey with that many cards can end in: a card for each town visited (BH-5.3)."""
    return tuple(town for town in TOWNS if DISTANCE[start][town] < cards)


def cards_for(start: str, town: str) -> int:
    """A card for each town visited, start and end included (BH-5.3)."""
    return DISTANCE[start][town] + 1


def dearest_price(town: str, kind: str) -> int:
    """The price of square 1, for a missing kind (BH-12.4)."""
    return TOWN[town].ladders[TOWN[town].sells.index(kind)][0]
