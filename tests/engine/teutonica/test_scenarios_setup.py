"""Scenarios of setup, options and the game for two; and how every scenario module reads a position back.

Not for play on the boards: the other scenario modules have that.
"""

import pytest

import data
from engine.errors import BadOption
from engine.history import Game
from engine.teutonica.scoring import FinalPoints, final_points
from engine.teutonica.state import TeutonicaState, ability, desk_pieces
from engine.teutonica.title import TITLE
from engine.values import Setup
from tests.engine.clauses import clauses
from tests.engine.teutonica.playing import allowed, follow, legal, play, prompt, refused
from tests.engine.teutonica.positions import pieces, position

START_KINDS = ["extra_office", "swap_offices", "three_pieces"]

# ---- reading a position


def supply(state: TeutonicaState, seat: int) -> str:
    """ "5T1M": the supply of seat number `seat`, counted from 1."""
    return _zone(state.players[seat - 1].supply.traders, state.players[seat - 1].supply.merchants)


def stock(state: TeutonicaState, seat: int) -> str:
    return _zone(state.players[seat - 1].stock.traders, state.players[seat - 1].stock.merchants)


def _zone(traders: int, merchants: int) -> str:
    return (f"{traders}T" if traders else "") + (f"{merchants}M" if merchants else "") or "0"


def road(state: TeutonicaState, route: str) -> str:
    """ "P1T - P2M"."""
    return " ".join(piece or "-" for piece in next(road for road in state.roads if road.route == route).pieces)


def row(state: TeutonicaState, city: str) -> str:
    """ "P1Tx P2M"."""
    return " ".join(next(row for row in state.rows if row.city == city).offices)


def scores(state: TeutonicaState) -> list[int]:
    return [player.score for player in state.players]


def marker_on(state: TeutonicaState, route: str) -> str:
    return next(road for road in state.roads if road.route == route).marker


def full_count(state: TeutonicaState) -> int:
    return TITLE.view(state, None).full_cities


def control(state: TeutonicaState, city: str) -> str:
    """The seat that controls the city; "" if it is empty."""
    owner = next(place for place in TITLE.view(state, None).cities if place.city == city).controller
    return "" if owner is None else f"P{owner + 1}"


def final(state: TeutonicaState, seat: int) -> FinalPoints:
    """What the seat gets in the final scoring of this position."""
    return final_points(state)[seat - 1]


def value(state: TeutonicaState, seat: int, name: str) -> int | str:
    return ability(state.players[seat - 1].desk, name)


def routes_of(texts: list[str]) -> set[str]:
    """The routes of the last words of some decisions."""
    return {text.split()[-1].partition(":")[0] for text in texts}


def new_game(seats: int, **options: object) -> Game:
    return Game.new(TITLE, Setup(seats, TITLE.read_options(seats, options), "scenario"))


def opening(seats: int, **options: object) -> TeutonicaState:
    state = new_game(seats, **options).state
    assert isinstance(state, TeutonicaState)
    TITLE.audit(state)
    return state


# ---- setup


@clauses("E-1", "HT-3.2", "HT-3.3")
@pytest.mark.parametrize(("edition", "markers"), [("2020", 12), ("2009", 13)])
def test_e1_setup_of_five(edition: str, markers: int) -> None:
    state = opening(5, edition=edition)
    assert [supply(state, seat) for seat in range(1, 6)] == ["5T1M", "6T1M", "7T1M", "8T1M", "9T1M"]
    assert [stock(state, seat) for seat in range(1, 6)] == ["6T", "5T", "4T", "3T", "2T"]
    assert [desk_pieces(player.desk) for player in state.players] == [pieces("15T3M")] * 5
    assert scores(state) == [0] * 5
    assert len(state.markers) == markers
    laid = {road.route: road.marker for road in state.roads if road.marker}
    assert set(laid) == {"osnabrueck__bremen", "lueneburg__perleberg", "hildesheim__goslar"}
    assert sorted(laid.values()) == START_KINDS


@clauses("E-2", "HT-2.5")
@pytest.mark.parametrize("edition", ["2020", "2009"])
def test_e2_start_values(edition: str) -> None:
    state = opening(5, edition=edition)
    for seat in range(1, 6):
        values = {name: value(state, seat, name) for name in ("clavis", "actiones", "privilegium", "liber", "bursa")}
        assert values == {"clavis": 1, "actiones": 2, "privilegium": "white", "liber": 2, "bursa": 3}


@clauses("S-55", "HT-1.1", "HT-1.2")
@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {"edition": "2020"}),
        (4, {"edition": "2009", "board": "britannia"}),
        (4, {"edition": "2009", "favours": True}),
        (4, {"edition": "2020", "board": "east", "missions": True}),
        (4, {"edition": "2009", "board": "east", "missions": True}),
        (2, {"edition": "2009", "board": "east"}),
        (2, {"edition": "2020", "board": "east"}),
        (4, {"edition": "2009", "tiebreak": "actiones"}),
        (2, {"homeless": "forbidden"}),
    ],
)
def test_s55_options_that_are_not_offered(seats: int, options: dict[str, object]) -> None:
    with pytest.raises(BadOption):
        TITLE.read_options(seats, options)


@clauses("S-55", "HT-1.1", "HT-1.2")
def test_s55_two_with_missions_in_the_edition_of_2009() -> None:
    state = opening(2, edition="2009", board="league", missions=True)
    assert len({player.mission for player in state.players} - {""}) == 2
    assert len(state.roads) == 32  # league_23


# ---- two players


@clauses("E-35", "HT-18.1", "HT-18.2", "HT-18.8")
def test_e35_two_players() -> None:
    provinces = data.load_json("teutonica/provinces_2p.json")
    assert isinstance(provinces, dict)
    assert [(soldier["a"], soldier["b"]) for soldier in provinces["soldiers"]] == [
        ("osnabrueck", "muenster"),
        ("muenster", "dortmund"),
        ("lueneburg", "brunswiek"),
        ("brunswiek", "goslar"),
    ]
    game = new_game(2, edition="2009")
    assert [(decision.seat, decision.kind) for decision in game.to_act()] == [(1, "pawn0")]
    follow(game, "P2 pawn start p05")
    state = game.state
    assert isinstance(state, TeutonicaState)
    assert prompt(state) == "P1 act"
    assert routes_of(legal(state, "P1", "place ")) == {"bremen__hannover", "minden__bremen", "minden__hannover"}
    assert refused(state, "P1 place T muenster__minden:1") == "HT-18.8"


@clauses("S-47", "HT-18.3", "HT-18.4", "HT-18.5", "HT-18.6", "HT-18.7", "HT-18.8", "HT-18.9", "HT-18.10")
def test_s47_pawn() -> None:
    state = position(seats=2, edition="2009", pawn="p05", left=2, roads={"kampen__arnheim:1": "P1T"})
    assert refused(state, "P1 place T kampen__arnheim:2") == "HT-18.8"
    moved = play(state, "P1 lift kampen__arnheim:1", "P1 put kampen__arnheim:1 stade__hamburg:1")
    assert (road(moved, "kampen__arnheim"), road(moved, "stade__hamburg")) == ("- - -", "P1T - -")
    assert allowed(state, "P1 pawn free p09")
    assert refused(state, "P1 pawn free p10") == "HT-18.3"
    paid = play(state, "P1 pawn pay p10")
    assert (paid.pawn, paid.left) == ("p10", 1)


@clauses("S-48", "HT-18.4", "HT-18.5", "HT-18.6", "HT-18.7")
def test_s48_after_move() -> None:
    state = position(
        seats=2, edition="2009", pawn="p05", left=3, desks={"P1": {"actiones": 3}}, held={"P1": "actions_3"}
    )
    state = play(state, "P1 place T minden__hannover:1", "P1 pawn free p07")
    assert (state.pawn, state.left) == ("p07", 0)
    assert refused(state, "P1 place T minden__hannover:2") == "HT-18.7"
    assert refused(state, "P1 use actions_3") in ("HT-12.11", "HT-18.7")
    assert refused(state, "P1 pawn free p05") == "HT-18.4"
    assert prompt(play(state, "P1 end")) == "P2 act"


@clauses("S-49", "HT-18.5", "HT-18.10")
def test_s49_before_move_and_response() -> None:
    state = position(seats=2, edition="2009", pawn="p05", roads={"paderborn__hildesheim:1": "P2T"})
    state = play(state, "P1 pawn free p09", "P1 displace paderborn__hildesheim:1 T pay T")
    assert prompt(state) == "P2 respond"
    state = play(state, "P2 relocate warburg__paderborn:1", "P2 done")
    assert road(state, "warburg__paderborn") == "P2T - -"
    assert (prompt(state), state.pawn, state.left) == ("P1 act", "p09", 1)
    assert refused(state, "P1 pawn free p05") == "HT-18.4"
    assert legal(state, "P1", "pawn free") == []
