"""Positions described in the shorthand of section 27 of the specification, completed as conservation needs.

Not for playing on from them: `playing` does that.

    position(
        seats=4, edition="2020", board="league",
        roads={"minden__hannover": "TTM"},            # P1's, spaces 1, 2, 3; "-" is a free space
        # "P2 T-M" is another seat's, "P1T P2M -" is mixed, and {"minden__hannover:2": "P2T"} is a single space
        rows={"minden": "P4x P2 P3 P1"},              # left to right; kinds follow the printed shape, "P2M" says it
        supply={"P1": "5T1M"}, stock={"P1": "6T"},    # exact; what is not named takes what is over
        desks={"P1": {"privilegium": "pink", "actiones": 3}},   # values; (3, 2) is the second 3
        scores={"P1": 19}, held={"P1": "upgrade swap_offices"}, used={"P2": "actions_3"},
        on_routes={"minden__hannover": "upgrade"}, plate={"P1": "actions_4"}, shown={"P1": "upgrade"},
        marker_supply=12,                             # a number, or the kinds in their order, next one first
        honours={"orange": "P1"}, tiles={"P2": "extra_compensation"}, on_offer="city_control",
        missions={"P1": "mission_1"}, connected="P2 P3", pawn="p05", active="P1", left=2, full=9,
    )
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from engine.teutonica.board import (
    ABILITIES,
    ABILITY_KIND,
    ABILITY_VALUES,
    COLOURS,
    MARKER_COUNTS,
    MARKERS,
    MERCHANTS,
    MISSIONS,
    START,
    START_MARKERS,
    TILES,
    TRADERS,
    Board,
    board_for,
)
from engine.teutonica.options import TeutonicaOptions
from engine.teutonica.state import (
    EXTRA_PIECES,
    FREE,
    KIND,
    NO_PIECES,
    ON_BOARD,
    OWNER,
    Desk,
    Pieces,
    Player,
    Road,
    Row,
    TeutonicaState,
    desk_pieces,
    is_full,
)

SPARE = ("clavis", "bursa", "privilegium", "actiones", "liber")
"""Abilities that give up pieces when a position needs more of them than stated desks leave."""
Value = int | str | tuple[int | str, int]


def seat_number(word: str) -> int:
    return int(word[1:]) - 1


def pieces(text: str) -> Pieces:
    """ "5T1M", "2M", "0"."""
    found = re.fullmatch(r"(?:(\d+)T)?(?:(\d+)M)?|0", text)
    assert found is not None, text
    return Pieces(int(found[1] or 0), int(found[2] or 0))


def position(
    *,
    seats: int = 4,
    edition: str = "2020",
    board: str = "league",
    provinces: str = "edge_closed",
    stall: int = 20,
    homeless: str = "stock",
    tiebreak: str = "all",
    favours: bool = False,
    active: str = "P1",
    left: int = 2,
    round: int = 1,  # noqa: A002 - the state's word
    roads: Mapping[str, str] | None = None,
    rows: Mapping[str, str] | None = None,
    supply: Mapping[str, str] | None = None,
    stock: Mapping[str, str] | None = None,
    desks: Mapping[str, Mapping[str, Value]] | None = None,
    scores: Mapping[str, int] | None = None,
    held: Mapping[str, str] | None = None,
    used: Mapping[str, str] | None = None,
    on_routes: Mapping[str, str] | None = None,
    plate: Mapping[str, str] | None = None,
    shown: Mapping[str, str] | None = None,
    marker_supply: int | str | None = None,
    honours: Mapping[str, str] | None = None,
    tiles: Mapping[str, str] | None = None,
    on_offer: str = "",
    missions: Mapping[str, str] | None = None,
    standing: Mapping[str, str] | None = None,
    connected: str = "",
    pawn: str = "",
    full: int = 0,
    keep_clear: Sequence[str] = (),
) -> TeutonicaState:
    """A position in ACT. `keep_clear` names routes and cities that the completion must leave alone."""
    map_ = board_for(board, seats)
    favours = favours or bool(tiles) or bool(on_offer)
    laid = _roads(map_, roads or {})
    named = _named_cities(map_, roads or {}, rows or {}, on_routes or {}, keep_clear)
    offices = _rows(map_, rows or {})
    _fill_cities(map_, offices, full, named, seats)
    stands = ["" for _ in COLOURS]
    for colour, owner in (honours or {}).items():
        stands[COLOURS.index(colour)] = owner
    players = [
        _player(seat, laid, offices, stands, supply or {}, stock or {}, (desks or {}).get(f"P{seat + 1}", {}))
        for seat in range(seats)
    ]
    _park(map_, laid, offices, stands, players, named)
    for seat, player in enumerate(players):
        word = f"P{seat + 1}"
        players[seat] = Player(
            stock=player.stock,
            supply=player.supply,
            desk=player.desk,
            score=(scores or {}).get(word, 0),
            unused=_sorted((held or {}).get(word, "")),
            used=_sorted((used or {}).get(word, "")),
            plate=tuple((plate or {}).get(word, "").split()),
            shown=_sorted((shown or {}).get(word, "")),
            tiles=tuple((tiles or {}).get(word, "").split()),
            mission=(missions or {}).get(word, _other_mission(missions, seat) if missions else ""),
            standing=(standing or {}).get(word, "ask"),  # type: ignore[arg-type]
        )
    markers, on_road = _markers(map_, edition, players, laid, dict(on_routes or {}), marker_supply, keep_clear)
    bought = [tile for player in players for tile in player.tiles]
    offered = dict.fromkeys((*on_offer.split(), *(tile for tile in TILES if tile not in bought)))
    state = TeutonicaState(
        seats=seats,
        options=TeutonicaOptions(
            edition=edition,  # type: ignore[arg-type]
            board=board,  # type: ignore[arg-type]
            missions=bool(missions),
            favours=favours,
            provinces=provinces,  # type: ignore[arg-type]
            stall=stall,
            homeless=homeless,  # type: ignore[arg-type]
            tiebreak=tiebreak,  # type: ignore[arg-type]
        ),
        phase="act",
        round=round,
        active=seat_number(active),
        left=left,
        players=tuple(players),
        roads=tuple(Road(route.id, tuple(laid[route.index]), on_road.get(route.id, "")) for route in map_.routes),
        rows=tuple(Row(city.id, tuple(offices[city.index])) for city in map_.cities),
        honours=tuple(stands),
        markers=markers,
        tiles=tuple(offered)[: seats - len(bought)] if favours else (),
        connected=tuple(seat_number(word) for word in connected.split()),
        pawn=pawn or ("p05" if seats == 2 else ""),
    )
    return state


def crowd(seats: int, board: str, *, ships: bool = True, free: Sequence[str] = ()) -> dict[str, str]:
    """Roads on which all seats stand on every space but the free ones (and the ships, if they stay empty)."""
    map_ = board_for(board, seats)
    spaces = [space for space, ship in zip(map_.spaces, map_.ship, strict=True) if (ships or not ship)]
    return {
        space: f"P{1 + number % seats}{'M' if map_.ship[map_.space_index[space]] else 'T'}"
        for number, space in enumerate(spaces)
        if space not in free
    }


def _sorted(text: str) -> tuple[str, ...]:
    return tuple(sorted(text.split(), key=MARKERS.index))


def _roads(board: Board, roads: Mapping[str, str]) -> list[list[str]]:
    laid = [[FREE] * len(route.ships) for route in board.routes]
    for name, text in roads.items():
        if ":" in name:
            space = board.space_index[name]
            laid[board.space_route[space]][board.space_slot[space]] = text.replace(" ", "")
            continue
        spots = laid[board.route_index[name]]
        parts = text.split()
        owner = "P1" if len(parts) == 1 else parts[0]
        if len(parts) == 1 or (len(parts) == 2 and parts[1][0] in "TM-" and len(parts[1]) == len(spots)):
            parts = ["-" if kind == "-" else owner + kind for kind in parts[-1]]
        assert len(parts) == len(spots), f"{name} has {len(spots)} spaces"
        spots[:] = [FREE if part == "-" else part for part in parts]
    return laid


def _rows(board: Board, rows: Mapping[str, str]) -> list[list[str]]:
    offices: list[list[str]] = [[] for _ in board.cities]
    for name, text in rows.items():
        city = board.cities[board.city_index[name]]
        place = 0
        for word in text.split():
            extra = word.endswith("x")
            bare = word.removesuffix("x")
            if bare[-1] in "TM":
                piece = bare
            else:
                piece = bare + ("T" if extra or city.independent else city.offices[place].kind)
            offices[city.index].append(piece + "x" if extra else piece)
            place += not extra
    return offices


def _named_cities(
    board: Board,
    roads: Mapping[str, str],
    rows: Mapping[str, str],
    on_routes: Mapping[str, str],
    keep_clear: Sequence[str],
) -> set[int]:
    """Cities the description speaks of, which the completion leaves as they are."""
    named = {board.city_index[city] for city in rows}
    for word in (*roads, *on_routes, *keep_clear):
        if word in board.city_index:
            named.add(board.city_index[word])
        else:
            named.update(board.routes[board.route_index[word.partition(":")[0]]].ends)
    return named | set(board.connection)


def _fill_cities(board: Board, offices: list[list[str]], full: int, named: set[int], seats: int) -> None:
    """Fills cities nobody speaks of until `full` are full; traders' cities first, the last seats' pieces."""
    count = sum(is_full(board, city, tuple(row)) for city, row in enumerate(offices))
    order = sorted(
        (city for city in board.cities if city.index not in named and not city.independent),
        key=lambda city: (sum(office.kind == "M" for office in city.offices), len(city.offices)),
    )
    for turn, city in enumerate(order):
        if count >= full:
            return
        owner = seats - turn % (seats - 1)
        offices[city.index] = [f"P{owner}{office.kind}" for office in city.offices]
        named.add(city.index)
        count += 1
    assert count >= full, "there are not enough cities to fill"


def _on_board(seat: int, laid: list[list[str]], offices: list[list[str]], honours: list[str]) -> Pieces:
    found = NO_PIECES
    for piece in (piece for zone in (*laid, *offices) for piece in zone):
        if piece and OWNER[piece] == seat:
            found = found.plus(KIND[piece])
    return found.plus("M", honours.count(f"P{seat + 1}"))


def _step(name: str, value: Value) -> int:
    wanted, turn = value if isinstance(value, tuple) else (value, 1)
    return [step for step, one in enumerate(ABILITY_VALUES[name]) if one == wanted][turn - 1]


def _player(
    seat: int,
    laid: list[list[str]],
    offices: list[list[str]],
    honours: list[str],
    supply: Mapping[str, str],
    stock: Mapping[str, str],
    desk: Mapping[str, Value],
) -> Player:
    """Stock, supply and desk of a seat; the desk gives up pieces where the position needs more."""
    word = f"P{seat + 1}"
    steps = {name: _step(name, desk[name]) if name in desk else 0 for name in ABILITIES}
    stated = _on_board(seat, laid, offices, honours).plus("T")
    for zone in (supply, stock):
        stated += pieces(zone[word]) if word in zone else NO_PIECES
    while True:
        rest = Pieces(TRADERS, MERCHANTS) - stated - desk_pieces(Desk(**steps))
        short = "T" if rest.traders < 0 else "M" if rest.merchants < 0 else ""
        if not short:
            break
        spare = [
            name
            for name in SPARE
            if name not in desk and ABILITY_KIND[name] == short and steps[name] < len(ABILITY_VALUES[name]) - 1
        ]
        assert spare, f"{word} has not enough pieces for this position"
        steps[spare[0]] += 1
    if word in supply and word in stock:
        return Player(pieces(stock[word]), pieces(supply[word]), Desk(**steps), score=0)
    if word in supply:
        return Player(rest, pieces(supply[word]), Desk(**steps))
    if word in stock:
        return Player(pieces(stock[word]), rest, Desk(**steps))
    first = START[seat][0]
    ready = Pieces(min(first[0], rest.traders), min(first[1], rest.merchants))
    return Player(rest - ready, ready, Desk(**steps))


def _park(
    board: Board,
    laid: list[list[str]],
    offices: list[list[str]],
    honours: list[str],
    players: list[Player],
    named: set[int],
) -> None:
    """Pieces that are in no stated zone become extra offices in a city far from what is stated."""
    away = [city for city in reversed(board.cities) if city.index not in named and not city.independent]
    away.sort(key=lambda city: any(next_ in named for next_ in city.neighbours))
    for seat, player in enumerate(players):
        used = _on_board(seat, laid, offices, honours).plus("T") + player.stock + player.supply
        over = Pieces(TRADERS, MERCHANTS) - used - desk_pieces(player.desk)
        parked = [f"P{seat + 1}{kind}x" for kind in ("T", "M") for _ in range(over.count(kind))]
        assert not parked or away, "there is no city left to park pieces in"
        if parked:
            row = offices[away[0].index]
            row[:0] = parked
            assert all(piece in EXTRA_PIECES for piece in parked)


def _other_mission(missions: Mapping[str, str] | None, seat: int) -> str:
    free = [card for card in MISSIONS if card not in (missions or {}).values()]
    return free[seat]


def _markers(
    board: Board,
    edition: str,
    players: list[Player],
    laid: list[list[str]],
    on_routes: dict[str, str],
    supply: int | str | None,
    keep_clear: Sequence[str],
) -> tuple[tuple[str, ...], dict[str, str]]:
    """The marker supply and the markers on routes; the last seat holds, used, what nobody is said to hold."""
    pool = Counter(MARKER_COUNTS[edition])
    for player in players:
        pool.subtract((*player.unused, *player.used, *player.plate, *player.shown))
    pool.subtract(on_routes.values())
    ordered = supply.split() if isinstance(supply, str) else []
    pool.subtract(ordered)
    assert min(pool.values()) >= 0, f"there are not that many markers: {pool}"
    missing = ON_BOARD - len(on_routes) - sum(len(player.plate) + len(player.shown) for player in players)
    spots = sorted(
        (
            route
            for route in board.routes
            if route.id not in on_routes and route.id not in keep_clear and not route.bonus
            if route.region in ("", "england")
        ),
        key=lambda route: (any(laid[route.index]), not route.tavern),
    )
    rest = [kind for kind in (*START_MARKERS[edition], *MARKERS) for _ in range(1) if pool[kind]]
    for spot in spots[: max(missing, 0)]:
        kind = next(kind for kind in rest if pool[kind])
        pool[kind] -= 1
        on_routes[spot.id] = kind
    left = list(pool.elements())
    if isinstance(supply, str):
        size = 0
    elif supply is None:
        drawn = sum(len(player.unused) + len(player.used) for player in players)
        size = sum(MARKER_COUNTS[edition].values()) - ON_BOARD - drawn
    else:
        size = supply
    assert size <= len(left), "the marker supply cannot be that large"
    last = players[-1]
    players[-1] = Player(
        last.stock, last.supply, last.desk, last.score, last.unused,
        _sorted(" ".join((*last.used, *left[size:]))), last.plate, last.shown, last.tiles, last.mission, last.standing,
    )  # fmt: skip
    return tuple(ordered or left[:size]), on_routes
