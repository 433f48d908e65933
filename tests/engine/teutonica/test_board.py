"""The board files against second readings, against each other, and against what the rulebooks say of them.

Not for rules: a wrong number here would make every other test of this folder agree with a wrong board.
"""

import re
from collections import Counter

import pytest

from data import load_json
from engine.teutonica.board import (
    ABILITIES,
    ABILITY_VALUES,
    BOARD_IDS,
    BOARDS,
    COLOURS,
    MARKER_COUNTS,
    MERCHANTS,
    MISSIONS,
    PROVINCES,
    START,
    START_MARKERS,
    TILES,
    TRADERS,
    Board,
    Route,
)
from engine.teutonica.state import Desk, desk_pieces
from tests.engine.clauses import clauses

# Offices typed a second time, left to right: w o p b = trader, W O P B = merchant, a digit = coin.
OFFICES = {
    "league_45": """arnheim wWop; bremen Wp; brunswiek o; coellen w1p; dortmund Wop; duisburg w; emden Wp;
        goettingen wWp; goslar wb; groningen w1O; halle w1o; hamburg wob; hannover wp; hildesheim wb;
        kampen Ob; luebeck w1p; lueneburg Ob; magdeburg Wo; minden wopb; muenster Wo; osnabrueck wob;
        paderborn wB; perleberg wpB; quedlinburg OP; stade W; stendal wWop; warburg op""",
    "league_23": """arnheim wWop; bremen p; brunswiek o; coellen w1p; dortmund Wo; duisburg w; emden Wp;
        goettingen wo; goslar w; groningen w1O; halle w1o; hamburg wob; hannover wp; hildesheim wb;
        kampen ob; luebeck w1p; lueneburg W; magdeburg Wo; minden wopb; muenster Wo; osnabrueck wob;
        paderborn wB; perleberg wpB; quedlinburg OP; stade W1; stendal wWop; warburg o1p""",
    "east": """allenstein wp; anklam wp; belgard -; berlin_coelln o; brandenburg Wp; braunsberg wO;
        breslau wOb; danzig wopb; dresden -; elbing ob; frankfurt wop; halle wO; havelberg w1Wpb;
        koenigsberg ob; krakau wpb; kulm wp; luebeck wob; magdeburg w1o; malmoe WoP; perleberg o;
        stettin ob; stralsund oO; tangermuende o; thorn w1ob; visby O; waren -; wismar oP; wittenberg p""",
    "britannia_45": """bristol o2; calais wOp; cambridge Wb; canterbury wP; cardiff wopPB; carlisle wopbB;
        chester wOb; conway wo; coventry wp; dunbar b; durham o; edinburgh wP; falkirk wpb; glasgow o;
        hereford wpb; ipswich o2; isle_of_man WP; lancaster p; london wooppPbB; montgomery op;
        newcastle woP; norwich wp; nottingham op; oxford Wo; pembroke woB; plymouth wO2; richmond w;
        salisbury op; southampton wob; york wO""",
    "britannia_3": """bristol o2; calais wOp; cambridge Wb; canterbury wP; cardiff wopP; carlisle wob;
        chester wOb; conway wo; coventry wp; durham o; hereford wpb; ipswich o2; isle_of_man wp;
        lancaster p; london wopPbB; montgomery op; newcastle woP; norwich wp; nottingham op; oxford Wo;
        pembroke woB; plymouth wO2; richmond w; salisbury op; southampton wob; york wO""",
}
# Routes as a second source has them: ends in alphabetical order, spaces, then ship spaces.
ROUTES = {
    "league_45": """
        arnheim-duisburg:3 arnheim-kampen:3 arnheim-muenster:3 bremen-hamburg:4 bremen-hannover:3
        bremen-minden:3 bremen-osnabrueck:3 brunswiek-minden:4 brunswiek-stendal:4 coellen-warburg:4
        dortmund-duisburg:2 dortmund-paderborn:3 emden-groningen:3 emden-osnabrueck:4 emden-stade:3
        goettingen-quedlinburg:3 goettingen-warburg:3 goslar-hildesheim:3 goslar-magdeburg:2
        goslar-quedlinburg:4 halle-quedlinburg:4 hamburg-luebeck:3 hamburg-lueneburg:4 hamburg-stade:3
        hannover-lueneburg:3 hannover-minden:3 hildesheim-paderborn:3 kampen-osnabrueck:2
        lueneburg-perleberg:3 magdeburg-stendal:3 minden-muenster:3 minden-paderborn:3
        paderborn-warburg:3 perleberg-stendal:3""",
    "east": """
        allenstein-braunsberg:3 allenstein-thorn:3 anklam-belgard:3 anklam-stettin:3 belgard-danzig:4
        belgard-kulm:3 berlin_coelln-brandenburg:3 brandenburg-halle:3 brandenburg-stettin:3
        brandenburg-tangermuende:2 braunsberg-danzig:4 braunsberg-elbing:3 breslau-frankfurt:3
        breslau-krakau:3 danzig-koenigsberg:4 danzig-malmoe:4/1 dresden-halle:4 dresden-krakau:4
        elbing-kulm:2 frankfurt-stettin:2 halle-magdeburg:3 halle-wittenberg:2 havelberg-perleberg:2
        havelberg-waren:3 krakau-thorn:3 kulm-stettin:3 luebeck-wismar:3 malmoe-stralsund:3/2
        malmoe-visby:3/1 stettin-waren:4 stralsund-wismar:3/2 waren-wismar:3""",
    "britannia_45": """
        bristol-salisbury:4 calais-canterbury:3/1 calais-southampton:3/2 cambridge-coventry:3
        cambridge-ipswich:4 cambridge-london:3 cambridge-norwich:3 canterbury-london:3
        cardiff-coventry:3 cardiff-montgomery:3 cardiff-oxford:4 cardiff-pembroke:3 carlisle-chester:3/2
        carlisle-durham:4 carlisle-falkirk:2 carlisle-isle_of_man:3/2 carlisle-richmond:3
        chester-conway:3 chester-hereford:4 conway-isle_of_man:3/2 conway-montgomery:3
        coventry-hereford:3 coventry-nottingham:3 dunbar-edinburgh:2 dunbar-newcastle:3
        durham-lancaster:3 durham-newcastle:3 durham-york:3 edinburgh-glasgow:2 falkirk-glasgow:2
        hereford-lancaster:2 hereford-montgomery:3 lancaster-richmond:2 london-oxford:4
        montgomery-pembroke:3 norwich-nottingham:3 nottingham-york:3 oxford-salisbury:4
        plymouth-salisbury:4 salisbury-southampton:2""",
}
SHORTER = {
    "league_23": ("league_45", "emden-stade:3 goettingen-warburg:3", ""),
    "britannia_3": (
        "britannia_45",
        "carlisle-chester:3/2 carlisle-falkirk:2 dunbar-edinburgh:2 dunbar-newcastle:3 edinburgh-glasgow:2 "
        "falkirk-glasgow:2",
        "carlisle-newcastle:4",
    ),
}
SHIPS = {
    "east": {"wismar-stralsund": "amm", "stralsund-malmoe": "amm", "malmoe-visby": "ama", "malmoe-danzig": "maaa"},
    "britannia_3": {
        "canterbury-calais": "ama",
        "southampton-calais": "mma",
        "isle_of_man-carlisle": "mma",
        "conway-isle_of_man": "mma",
    },
}
SHIPS["britannia_45"] = SHIPS["britannia_3"] | {"chester-carlisle": "mma"}
TAVERNS = {
    "league": {"osnabrueck-bremen", "lueneburg-perleberg", "hildesheim-goslar"},
    "east": {"tangermuende-brandenburg", "stettin-kulm", "allenstein-braunsberg"},
    "britannia": {"lancaster-richmond", "coventry-nottingham", "salisbury-southampton"},
}
UPGRADES = {
    "league": "groningen liber, stade privilegium, luebeck bursa, goettingen actiones, halle clavis",
    "east": "dresden clavis, magdeburg privilegium, breslau liber, waren bursa, waren actiones",
    "britannia": "chester actiones, london privilegium, newcastle bursa, norwich liber, york clavis",
}

each_board = pytest.mark.parametrize("name", BOARD_IDS)


def family(name: str) -> str:
    return name.partition("_")[0]


def written(board: Board, route: Route) -> str:
    ends = "-".join(sorted(board.cities[city].id for city in route.ends))
    return f"{ends}:{len(route.ships)}" + (f"/{sum(route.ships)}" if any(route.ships) else "")


def by_ends(board: Board, pair: str) -> Route:
    return board.routes[board.route_index[pair.replace("-", "__")]]


@clauses("HT-2.1")
@each_board
def test_offices_agree_with_a_second_reading(name: str) -> None:
    found = {
        city.id: "".join(
            (COLOURS[office.colour][0].upper() if office.kind == "M" else COLOURS[office.colour][0])
            + (str(office.points) if office.points else "")
            for office in city.offices
        )
        or "-"
        for city in BOARDS[name].cities
    }
    assert found == dict(entry.split() for entry in OFFICES[name].split(";"))


@clauses("HT-2.1")
@each_board
def test_routes_agree_with_a_second_source(name: str) -> None:
    if name in SHORTER:
        larger, without, more = SHORTER[name]
        wanted = set(ROUTES[larger].split()) - set(without.split()) | set(more.split())
    else:
        wanted = set(ROUTES[name].split())
    assert {written(BOARDS[name], route) for route in BOARDS[name].routes} == wanted


@clauses("HT-2.8", "HT-16.6")
@each_board
def test_ships_lie_where_they_are_printed(name: str) -> None:
    board = BOARDS[name]
    found = {
        route.id.replace("__", "-"): "".join("m" if ship else "a" for ship in route.ships)
        for route in board.routes
        if any(route.ships)
    }
    assert found == SHIPS.get(name, {})


@clauses("HT-2.8")
@each_board
def test_a_route_has_two_to_four_spaces_and_its_name_from_its_ends(name: str) -> None:
    board = BOARDS[name]
    for route in board.routes:
        assert 2 <= len(route.ships) <= 4
        assert route.id == "__".join(board.cities[city].id for city in route.ends)
        assert [board.spaces[space] for space in route.spaces] == [
            f"{route.id}:{number}" for number in range(1, len(route.ships) + 1)
        ]
    assert len({frozenset(route.ends) for route in board.routes}) == len(board.routes)


@each_board
def test_cities_are_named_well_and_can_be_reached(name: str) -> None:
    board = BOARDS[name]
    assert len({city.name for city in board.cities}) == len(board.cities)
    reached, edge = {0}, [0]
    while edge:
        for near in board.cities[edge.pop()].neighbours:
            if near not in reached:
                reached.add(near)
                edge.append(near)
    assert len(reached) == len(board.cities)
    for city in board.cities:
        assert re.fullmatch(r"[a-z]+(_[a-z]+)*", city.id)
        assert 0 <= city.x <= 1000
        assert 0 <= city.y <= 1000
        assert bool(city.offices) is not city.independent
        colours = [office.colour for office in city.offices]
        assert colours == sorted(colours)


@clauses("HT-2.1", "HT-16.2")
@each_board
def test_every_ability_has_its_city(name: str) -> None:
    found = {f"{city.id} {ability}" for city in BOARDS[name].cities for ability in city.upgrades}
    assert found == set(UPGRADES[family(name)].split(", "))
    assert Counter(entry.split()[1] for entry in found) == Counter(ABILITIES)


@each_board
def test_taverns_and_honours(name: str) -> None:
    board = BOARDS[name]
    assert {route.id.replace("__", "-") for route in board.routes if route.tavern} == TAVERNS[family(name)]
    assert board.honour_points == (7, 8, 9, 11)
    assert board.honour_routes == set(board.cities[board.city_index[board.honour_city]].routes)
    assert len(board.honour_routes) == 1


@clauses("HT-16.1", "HT-17.1")
def test_limits_and_connection_cities() -> None:
    assert {name: board.full_limit for name, board in BOARDS.items()} == {
        "league_45": 10, "league_23": 10, "east": 10, "britannia_45": 8, "britannia_3": 8,
    }  # fmt: skip
    ends = {family(name): {board.cities[city].id for city in board.connection} for name, board in BOARDS.items()}
    assert ends == {"league": {"arnheim", "stendal"}, "east": {"luebeck", "danzig"}, "britannia": {"oxford", "york"}}
    assert {board.connection_points for board in BOARDS.values()} == {(7, 4, 2)}
    assert {family(name): board.honour_city for name, board in BOARDS.items()} == {
        "league": "coellen", "east": "koenigsberg", "britannia": "plymouth",
    }  # fmt: skip


@clauses("HT-16.3", "HT-16.9")
def test_only_the_east_has_independent_cities_and_its_sea_routes_the_four_bonuses() -> None:
    for name, board in BOARDS.items():
        independent = {city.id for city in board.cities if city.independent}
        assert independent == ({"belgard", "waren", "dresden"} if name == "east" else set())
    bonuses = {route.id: route.bonus for route in BOARDS["east"].routes if route.bonus}
    assert bonuses == {
        "wismar__stralsund": "move_two",
        "stralsund__malmoe": "privilege",
        "malmoe__visby": "independent_office",
        "malmoe__danzig": "place_two",
    }
    assert not any(route.bonus for name in ("league_45", "league_23") for route in BOARDS[name].routes)


@clauses("HT-17.2")
def test_regions_of_britannia() -> None:
    large, small = BOARDS["britannia_45"], BOARDS["britannia_3"]
    wales = {"cardiff", "chester", "conway", "montgomery", "pembroke", "isle_of_man"}
    scotland = {"carlisle", "dunbar", "edinburgh", "falkirk", "glasgow", "newcastle", "isle_of_man"}
    assert {city.id for city in large.cities if "wales" in city.regions} == wales
    assert {city.id for city in large.cities if "scotland" in city.regions} == scotland
    assert {city.id for city in small.cities if "wales" in city.regions} == wales
    assert not any("scotland" in city.regions for city in small.cities)
    assert not any(route.region == "scotland" for route in small.routes)
    for board in (large, small):
        for route in board.routes:
            touched = {region for city in route.ends for region in board.cities[city].regions}
            assert route.region in touched | {"england"}
            assert route.region == "england" or not (route.bonus or route.tavern)
    assert large.region_points == {"wales": (7, 4, 2), "scotland": (7, 4, 2)}
    assert small.region_points == {"wales": (7, 4, 2)}


@clauses("HT-17.4")
def test_gates_of_britannia() -> None:
    def gates(name: str) -> dict[str, tuple[str, ...]]:
        return {BOARDS[name].cities[city].id: regions for city, regions in BOARDS[name].gateways}

    assert gates("britannia_45") == {"cardiff": ("wales",), "carlisle": ("scotland",), "london": ("wales", "scotland")}
    assert gates("britannia_3") == {"cardiff": ("wales",), "london": ("wales",)}
    assert list(gates("britannia_45"))[-1] == list(gates("britannia_3"))[-1] == "london"  # HT-17.6: used up last


def test_permanent_bonuses_of_britannia() -> None:
    common = {"canterbury__calais": "move_two", "southampton__calais": "place_two"}
    found = {name: {route.id: route.bonus for route in BOARDS[name].routes if route.bonus} for name in BOARDS}
    assert found["britannia_45"] == common
    assert found["britannia_3"] == common | {"isle_of_man__carlisle": "move_two"}


@clauses("HT-2.5", "HT-3.2")
def test_desk_and_start_use_every_piece() -> None:
    assert ABILITY_VALUES == {
        "clavis": (1, 2, 2, 3, 4),
        "actiones": (2, 3, 3, 4, 4, 5),
        "privilegium": COLOURS,
        "liber": (2, 3, 4, 5),
        "bursa": (3, 5, 7, "all"),
    }
    desk = desk_pieces(Desk())
    assert (desk.traders, desk.merchants) == (15, 3)
    for supply, stock in START:
        assert desk.traders + 1 + supply[0] + stock[0] == TRADERS == 27
        assert desk.merchants + supply[1] + stock[1] == MERCHANTS == 4


@clauses("HT-1.5", "HT-1.7")
def test_markers_of_the_editions() -> None:
    assert MARKER_COUNTS == {
        "2009": {
            "extra_office": 5, "swap_offices": 2, "three_pieces": 2, "upgrade": 3, "actions_3": 2, "actions_4": 2,
        },
        "2020": {
            "extra_office": 4, "swap_offices": 3, "three_pieces": 2, "upgrade": 2, "actions_3": 2, "actions_4": 2,
        },
    }  # fmt: skip
    assert {sum(counts.values()) for counts in MARKER_COUNTS.values()} == {16, 15}
    assert set(START_MARKERS.values()) == {("extra_office", "swap_offices", "three_pieces")}


def test_missions_and_tiles() -> None:
    uses = Counter(city for cities in MISSIONS.values() for city in cities)
    assert len(MISSIONS) == 9
    assert sorted(uses.values()) == [1] * 9 + [3] * 6
    assert all(len(set(cities)) == 3 for cities in MISSIONS.values())
    for name in ("league_45", "league_23"):
        assert set(uses) <= set(BOARDS[name].city_index)
    assert set(TILES) == {
        "relocate_anywhere", "extra_action", "recruit_along", "extra_compensation", "city_control", "full_abilities",
    }  # fmt: skip


@clauses("HT-18.1")
def test_provinces_of_the_game_for_two() -> None:
    routes = set(BOARDS["league_23"].route_index)
    assert {name: len(provinces.ids) for name, provinces in PROVINCES.items()} == {"edge_closed": 17, "literal": 11}
    for provinces in PROVINCES.values():
        uses = Counter(route for own in provinces.routes.values() for route in own)
        assert set(uses) == routes
        assert max(uses.values()) <= 2
        for here, near in provinces.near.items():
            assert here not in near
            assert all(here in provinces.near[there] for there in near)
    assert max(len(own) for own in PROVINCES["edge_closed"].routes.values()) <= 5
    assert len(PROVINCES["literal"].routes["outer"]) == 23


@clauses("HT-18.1")
def test_soldiers_stand_where_no_route_is() -> None:
    raw = load_json("teutonica/provinces_2p.json")
    assert isinstance(raw, dict)
    pairs = {frozenset((soldier["a"], soldier["b"])) for soldier in raw["soldiers"]}
    assert pairs == {
        frozenset(pair.split())
        for pair in ("osnabrueck muenster", "muenster dortmund", "lueneburg brunswiek", "brunswiek goslar")
    }
    board = BOARDS["league_23"]
    assert pairs.isdisjoint({frozenset(board.cities[city].id for city in route.ends) for route in board.routes})


@clauses("HT-2.13", "HT-8.5")
@each_board
def test_rings_begin_with_the_routes_that_share_a_city(name: str) -> None:
    board = BOARDS[name]
    for route in board.routes:
        sharing = {other.index for other in board.routes if other is not route and set(other.ends) & set(route.ends)}
        assert set(route.rings[0]) == sharing
        everything = [number for ring in route.rings for number in ring]
        assert sorted([*everything, route.index]) == list(range(len(board.routes)))
        for nearer, ring in zip(route.rings, route.rings[1:], strict=False):
            for number in ring:
                assert any(set(board.routes[number].ends) & set(board.routes[one].ends) for one in nearer)


@clauses("HT-2.13")
def test_neighbours_are_mutual() -> None:
    for board in BOARDS.values():
        for city in board.cities:
            assert all(city.index in board.cities[other].neighbours for other in city.neighbours)
            assert len(city.neighbours) == len(city.routes)
    assert by_ends(BOARDS["league_45"], "minden-hannover").ends == (
        BOARDS["league_45"].city_index["minden"],
        BOARDS["league_45"].city_index["hannover"],
    )
