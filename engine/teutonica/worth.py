"""What a position of Hansa Teutonica is worth to a seat, in points: what is scored, and what may still come of it.

Not for choosing: `search` does. It reads a position that the seat cannot tell from the true one.
"""

from functools import lru_cache

import msgspec
from msgspec.structs import replace

from engine.teutonica.board import ABILITY_KIND, ABILITY_VALUES, MARKER_COUNTS, MISSIONS, PROVINCES
from engine.teutonica.scoring import final_points, region_points
from engine.teutonica.state import (
    END_SCORE,
    EXTRAS,
    FREE,
    KIND,
    ON_BOARD,
    OWNER,
    PIECES,
    SEAT_WORDS,
    Desk,
    Player,
    Row,
    TeutonicaState,
    board_of,
    controller,
    full_cities,
    is_developed,
    printed_count,
)

WON = 1000.0
"""More than any other difference; only the end of the game decides it."""
ACTIONS = (2.0, 3.0, 3.45, 4.0, 4.45, 5.0)
"""What the steps of actiones come to, a step that adds nothing now being half a way to the next one."""
RECRUITING = (0.53, 0.32, 0.23, 0.17)
"""Actions spent on recruiting for each action that needs a piece, by the steps of bursa."""
COMPLETE = 4.0
NETWORK_STEP = 0.3
"""The second step of clavis adds nothing yet."""
MARKER_STEPS = (0.0, 1.0, 3.0, 4.4, 6.0, 8.0, 10.0, 12.5, 15.0, 18.0, 21.0)
"""What so many markers are worth, those of an unfinished band being half a way to the next one (HT-20.4)."""
HORIZON = 2.0
"""Routes that cost up to so much more than they bring still count a little."""
HANDY = 8
"""Pieces in the supply beyond these are worth less."""
FAR = 1.5
"""Actions more for a route that the seat may not work at now."""


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The figures of `data/players/teutonica.json`, all in points."""

    action: float
    """An action of a later turn."""
    piece: float
    """A piece in the supply…"""
    stock: float
    """…in the stock…"""
    merchant: float
    """…and more if it is a merchant."""
    on_road: float
    privilegium: float
    """A step, for each round that is left."""
    bursa: float
    liber: float
    control: float
    """For a city, what its takings may come to, for each round that is left."""
    network: float
    """By how many offices the best network may still grow, for each round that is left."""
    scattered: float
    """An office outside the best network, which may be joined to it."""
    connection: float
    marker: float
    unused: float
    extra_actions: float
    upgrade: float
    bonus: float
    trader_toll: float
    """Actions to displace somebody's trader."""
    merchant_toll: float
    delay: float
    """Of what a route brings is left, for each action it takes."""
    others: float
    """How much of what others have is a loss."""
    rounds: float
    """That are left at the start, in actions of a seat."""
    pace: float
    second: float
    third: float
    fourth: float


class Worth:
    """What positions of one search are worth to one seat. What cannot change much during a turn is worked out once."""

    def __init__(self, state: TeutonicaState, seat: int, weights: Weights) -> None:
        self.weights = weights
        self.seat = seat
        self.board = board_of(state)
        self.own = PIECES[seat]
        self.regions = tuple(self.board.region_points)
        self.rounds = self._rounds_left(state)
        """Fixed for the search: or whoever scores would make its own abilities worth less."""
        card = state.players[seat].mission
        self.mission = frozenset(self.board.city_index[city] for city in MISSIONS.get(card, ()))
        self._holdings: dict[tuple[object, ...], float] = {}
        self._gains: dict[tuple[object, ...], list[tuple[float, bool]]] = {}
        self._others: dict[tuple[object, ...], float] = {}

    def __call__(self, state: TeutonicaState) -> float:
        if state.phase == "over":
            return self._final(state)
        weights, player = self.weights, state.players[self.seat]
        total = player.score + self._abilities(player.desk)
        total += self._holding(state, self.seat, state.rows, player.desk.clavis)
        total += self._markers(player) + self._pieces(player)
        for points, owner in zip(self.board.honour_points, state.honours, strict=True):
            total += points if owner == SEAT_WORDS[self.seat] else 0
        total -= weights.others * self._opponents(state)
        total += self._prospects(state, player)
        if state.active == self.seat:
            total += weights.action * state.left
        return total

    def _final(self, state: TeutonicaState) -> float:
        totals = [points.total for points in final_points(state)]
        best = max(total for seat, total in enumerate(totals) if seat != self.seat)
        ahead = totals[self.seat] - best
        return (WON if ahead > 0 else -WON if ahead < 0 else 0.0) + ahead

    def _rounds_left(self, state: TeutonicaState) -> float:
        top = max(player.score for player in state.players)
        supply = sum(MARKER_COUNTS[state.options.edition].values()) - ON_BOARD
        progress: float = max(
            (top / END_SCORE) ** self.weights.pace,
            0.9 * full_cities(state, self.board) / self.board.full_limit,
            0.8 * (1 - len(state.markers) / max(supply, 1)),
        )
        return max(0.7, self.weights.rounds * (1 - min(progress, 1.0)))

    # ---- what a seat has

    def _abilities(self, desk: Desk) -> float:
        weights, rounds = self.weights, self.rounds
        complete = (desk.actiones == 5) + (desk.privilegium == 3) + (desk.bursa == 3) + (desk.liber == 3)
        return COMPLETE * complete + rounds * (
            weights.action * (ACTIONS[desk.actiones] - ACTIONS[0])
            + weights.privilegium * desk.privilegium
            + weights.bursa * weights.action * (RECRUITING[0] - RECRUITING[desk.bursa])
            + weights.liber * desk.liber
        )

    def _holding(self, state: TeutonicaState, seat: int, rows: tuple[Row, ...], clavis: int) -> float:
        """Cities controlled, the network as it is and as it may grow, the way to a connection, regions, a mission."""
        connected = seat in state.connected
        key = (rows, clavis, seat, connected)
        if (known := self._holdings.get(key)) is not None:
            return known
        weights, total = self.weights, 0.0
        owned: dict[int, int] = {}
        for city, row in enumerate(rows):
            if not row.offices:
                continue
            if count := sum(OWNER[office] == seat for office in row.offices):
                owned[city] = count
            if controller(row.offices) == seat:
                total += 2 + weights.control * self.rounds * len(self.board.cities[city].routes) / 3
        best = self._largest_part(owned)
        factor = int(ABILITY_VALUES["clavis"][clavis]) + (NETWORK_STEP if clavis == 1 else 0.0)
        total += (best + weights.network * self.rounds) * factor + weights.scattered * (sum(owned.values()) - best)
        if not connected:
            total += weights.connection * sum(end in owned for end in self.board.connection)
        if seat == self.seat and self.mission:
            total += sum(city in owned for city in self.mission)
        if self.regions:
            then = replace_rows(state, rows)
            total += sum(region_points(then, self.board, region)[seat] for region in self.regions)
        self._holdings[key] = total
        return total

    def _largest_part(self, owned: dict[int, int]) -> int:
        left, best = set(owned), 0
        while left:
            edge = [left.pop()]
            size = 0
            while edge:
                city = edge.pop()
                size += owned[city]
                for neighbour in self.board.cities[city].neighbours:
                    if neighbour in left:
                        left.discard(neighbour)
                        edge.append(neighbour)
            best = max(best, size)
        return best

    def _markers(self, player: Player) -> float:
        count = min(len(player.unused) + len(player.used), len(MARKER_STEPS) - 1)
        total = self.weights.marker * MARKER_STEPS[count]
        for marker in player.unused:
            if marker.startswith("actions"):
                total += self.weights.extra_actions
            else:
                total += self.weights.upgrade if marker == "upgrade" else self.weights.unused
        return total

    def _pieces(self, player: Player) -> float:
        weights, supply = self.weights, player.supply.total
        handy = min(supply, HANDY) + 0.4 * max(0, supply - HANDY)
        return weights.piece * handy + weights.stock * player.stock.total + weights.merchant * player.supply.merchants

    def _opponents(self, state: TeutonicaState) -> float:
        key = (state.rows, *(player.score for player in state.players))
        if (known := self._others.get(key)) is not None:
            return known
        total = 0.0
        for seat, player in enumerate(state.players):
            if seat != self.seat:
                total += player.score + self._holding(state, seat, state.rows, player.desk.clavis)
        total *= 0.5 if state.seats > 2 else 1.0
        self._others[key] = total
        return total

    # ---- what it may gain

    def _prospects(self, state: TeutonicaState, player: Player) -> float:
        """The best four routes: what they bring, less the actions they take."""
        weights, gains = self.weights, self._route_gains(state, player)
        count = min(len(player.unused) + len(player.used), len(MARKER_STEPS) - 2)
        marker = weights.marker * (MARKER_STEPS[count + 1] - MARKER_STEPS[count]) + weights.unused
        reach = self._reach(state)
        surplus: list[float] = []
        at_work = 0
        trader, merchant = self.own["T"], self.own["M"]
        for road, (brought, needs_merchant) in zip(state.roads, gains, strict=True):
            gain, price, has_merchant = brought, 1.0, False
            for piece in road.pieces:
                if piece == FREE:
                    price += 1.0
                elif piece == trader:
                    at_work += 1
                elif piece == merchant:
                    at_work += 1
                    has_merchant = True
                else:
                    price += weights.trader_toll if KIND[piece] == "T" else weights.merchant_toll
            if road.marker:
                gain += marker
            if needs_merchant and not has_merchant and not player.supply.merchants:
                gain -= 1.5
            if reach is not None and road.route not in reach:
                price += FAR
            profit = gain * weights.delay**price - weights.action * price + HORIZON
            if profit > 0:
                surplus.append(profit)
        surplus.sort(reverse=True)
        total = weights.on_road * (at_work + (len(state.moving.hand) if state.moving is not None else 0))
        for share, profit in zip((1.0, weights.second, weights.third, weights.fourth), surplus, strict=False):
            total += share * profit
        return total

    def _reach(self, state: TeutonicaState) -> frozenset[str] | None:
        """The routes the seat may work at, in the game for two; None for all."""
        if not state.pawn:
            return None
        return frozenset(PROVINCES[state.options.provinces].routes[state.pawn])

    def _route_gains(self, state: TeutonicaState, player: Player) -> list[tuple[float, bool]]:
        """For each route what creating it would bring besides its marker, and whether that needs a merchant on it."""
        key = (
            state.rows,
            player.desk,
            state.honours,
            "extra_office" in player.unused,
            bool(player.supply.merchants),
            self.seat in state.connected,
        )
        if (known := self._gains.get(key)) is not None:
            return known
        developments = self._developments(state, player)
        cities: dict[int, tuple[float, bool]] = {}
        gains = []
        for route in self.board.routes:
            best, merchant, takings = 0.0, False, 0.0
            for city in route.ends:
                if city not in cities:
                    cities[city] = self._city_gain(state, player, city, developments)
                if cities[city][0] > best:
                    best, merchant = cities[city]
                owner = controller(state.rows[city].offices)
                if owner is not None:
                    takings += 1.0 if owner == self.seat else -self.weights.others
            if route.index in self.board.honour_routes and (honour := self._honour_gain(state, player)) > best:
                best, merchant = honour, True
            if route.bonus:
                takings += self.weights.bonus
            if route.region not in ("", "england"):
                takings -= self.weights.action
            gains.append((best + takings, merchant))
        self._gains[key] = gains
        return gains

    def _developments(self, state: TeutonicaState, player: Player) -> dict[str, float]:
        weights, desk = self.weights, player.desk
        now, found = self._abilities(desk), {}
        for ability, kind in ABILITY_KIND.items():
            if is_developed(desk, ability):
                continue
            then = _developed(desk, ability)
            gain = self._abilities(then) - now + weights.piece + (weights.merchant if kind == "M" else 0.0)
            if ability == "clavis":
                gain += self._holding(state, self.seat, state.rows, then.clavis)
                gain -= self._holding(state, self.seat, state.rows, desk.clavis)
            found[ability] = gain
        return found

    def _city_gain(
        self, state: TeutonicaState, player: Player, city: int, developments: dict[str, float]
    ) -> tuple[float, bool]:
        """The best of a printed office, an extra one and a development there; whether it needs a merchant."""
        weights, place, offices = self.weights, self.board.cities[city], state.rows[city].offices
        taken, best, merchant = printed_count(offices), 0.0, False
        if taken < len(place.offices) and place.offices[taken].colour <= player.desk.privilegium:
            office = place.offices[taken]
            then = (*offices, self.own[office.kind])
            gain = self._office_gain(state, player, city, then) + office.points
            gain -= weights.merchant if office.kind == "M" else 0.0
            if gain > best:
                best, merchant = gain, office.kind == "M"
        if "extra_office" in player.unused and (offices or place.independent):
            gain = self._office_gain(state, player, city, (EXTRAS[self.seat]["T"], *offices)) - weights.unused
            if gain > best:
                best, merchant = gain, False
        for ability in place.upgrades:
            if developments.get(ability, 0.0) > best:
                best, merchant = developments[ability], False
        return best, merchant

    def _office_gain(self, state: TeutonicaState, player: Player, city: int, offices: tuple[str, ...]) -> float:
        rows = (*state.rows[:city], Row(state.rows[city].city, offices), *state.rows[city + 1 :])
        clavis = player.desk.clavis
        before = self._holding(state, self.seat, state.rows, clavis)
        return self._holding(state, self.seat, rows, clavis) - before - self.weights.piece

    def _honour_gain(self, state: TeutonicaState, player: Player) -> float:
        free = [
            points
            for step, points in enumerate(self.board.honour_points)
            if step <= player.desk.privilegium and not state.honours[step]
        ]
        return max(free, default=0) - self.weights.piece - self.weights.merchant


def replace_rows(state: TeutonicaState, rows: tuple[Row, ...]) -> TeutonicaState:
    return state if rows is state.rows else replace(state, rows=rows)


@lru_cache(maxsize=4096)
def _developed(desk: Desk, ability: str) -> Desk:
    steps: int = getattr(desk, ability)
    return replace(desk, **{ability: steps + 1})
