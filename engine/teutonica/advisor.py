"""The `simple` computer player of Hansa Teutonica: it works for the route that pays best for the actions it takes.

Not for rules, and not for looking ahead: it knows its view, the list of what it may do, and rules of thumb.
"""

from collections.abc import Sequence
from functools import cached_property

from engine.chance import Stream
from engine.teutonica import actions as act
from engine.teutonica.actions import TeutonicaAction
from engine.teutonica.board import BOARDS, COLOURS, MISSIONS, PROVINCES, Route
from engine.teutonica.state import FREE, KIND, OWNER, PIECES, controller, is_developed, most_hired, printed_count
from engine.teutonica.views import TeutonicaView

NEVER = -10.0
DEVELOPMENT = {
    "actiones": (9.0, 4.0, 7.0, 3.0, 7.0),
    "privilegium": (4.0, 4.0, 5.0),
    "bursa": (3.0, 2.0, 3.0),
    "liber": (1.5, 1.0, 2.5),
}
"""What the next step of an ability is worth at the start of a game; clavis depends on the offices."""
MARKER_WORTH = 1.5
BONUS_WORTH = 1.5
TILE_WORTH = {
    "extra_action": 12.0,
    "recruit_along": 11.0,
    "city_control": 10.0,
    "extra_compensation": 9.0,
    "relocate_anywhere": 8.0,
    "full_abilities": 7.0,
}
EARLY = 0.5
ENOUGH = 9
"""With fewer pieces than this at work an office costs more than it seems, and a piece from the desk brings more."""


class Outlook:
    """What a seat makes of its view: what each route is worth to it, and how far it is from creating it."""

    def __init__(self, view: TeutonicaView) -> None:
        assert view.seat is not None
        self.view = view
        self.seat = view.seat
        self.board = BOARDS[view.board]
        self.me = view.players[view.seat]
        self.own = frozenset(PIECES[view.seat].values())
        self.offices = sum(OWNER[one] == view.seat for city in view.cities for one in city.offices)
        on_roads = sum(piece in self.own for road in view.roads for piece in road.pieces)
        self.scarcity = max(0, ENOUGH - self.me.stock.total - self.me.supply.total - on_roads)
        top = max(player.score for player in view.players)
        drawn = 1 - view.markers / max(1, sum(view.unseen.values()) + 12)
        self.progress = min(1.0, max(top / 20, view.full_cities / view.full_limit, drawn / 2))
        card = view.private.mission if view.private is not None else ""
        self.mission = frozenset(MISSIONS.get(card, ()))

    # ---- what things are worth, in points

    def development(self, ability: str) -> float:
        if is_developed(self.me.desk, ability):
            return NEVER
        if ability == "clavis":
            return 0.5 + 0.6 * self.offices * (0.5 + self.progress) + 0.5 * self.scarcity
        steps: int = getattr(self.me.desk, ability)
        worth = DEVELOPMENT[ability][steps] * (1.15 - self.progress) + 0.5 * self.scarcity
        complete = steps + 1 == len(DEVELOPMENT[ability])
        return worth + (4.0 if complete else 0.0)

    def office(self, city: int, piece: str, *, extra: bool = False) -> float:
        """An own office more in the city."""
        offices = self.view.cities[city].offices
        place = self.board.cities[city]
        worth = 1.5 + 0.4 * self.me.desk.clavis - 0.4 * self.scarcity
        if any(self.has_office(other) for other in place.neighbours):
            worth += 1.0
        row = (piece, *offices) if extra else (*offices, piece)
        before = controller(offices)
        if controller(row) == self.seat and before != self.seat:
            worth += 2.5
        if city in self.board.connection and not self.has_office(city):
            worth += 1.5
        if place.id in self.mission and not self.has_office(city):
            worth += 2.0
        if not extra and not place.independent:
            worth += place.offices[printed_count(offices)].points
        return worth

    def has_office(self, city: int) -> bool:
        return any(OWNER[one] == self.seat for one in self.view.cities[city].offices)

    def takings(self, route: Route) -> float:
        """What creating the route brings whatever its outcome: control, marker, permanent bonus."""
        worth = 0.0
        for city in route.ends:
            owner = self.view.cities[city].controller
            if owner is not None:
                worth += 1.0 if owner == self.seat else -0.5
        if self.view.roads[route.index].marker:
            worth += MARKER_WORTH
        return worth + (BONUS_WORTH if route.bonus else 0.0)

    def outcome(self, action: act.Create) -> float:
        if action.outcome == "none":
            return 0.0
        if action.outcome == "develop":
            return self.development(action.target)
        if action.outcome == "honour":
            return self.board.honour_points[COLOURS.index(action.target)] - 1.5
        city = self.board.city_index[action.target]
        if action.outcome == "extra":
            return self.office(city, PIECES[self.seat][action.kind] + "x", extra=True) - (action.kind == "M")
        return self.office(city, PIECES[self.seat]["T"])

    # ---- routes

    @cached_property
    def plans(self) -> tuple[tuple[float, bool], ...]:
        """For each route what it would bring, and whether that needs a merchant on it."""
        return tuple(self._plan(route) for route in self.board.routes)

    def _plan(self, route: Route) -> tuple[float, bool]:
        best, merchant = 0.0, False
        privilege = self.me.desk.privilegium
        has_merchant = bool(self.me.supply.merchants) or PIECES[self.seat]["M"] in self.view.roads[route.index].pieces
        for city in route.ends:
            place, offices = self.board.cities[city], self.view.cities[city].offices
            taken = printed_count(offices)
            if taken < len(place.offices) and place.offices[taken].colour <= privilege:
                kind = place.offices[taken].kind
                worth = self.office(city, PIECES[self.seat][kind])
                if worth > best and (kind == "T" or has_merchant):
                    best, merchant = worth, kind == "M"
            if "extra_office" in self.me.unused and (offices or place.independent):
                worth = self.office(city, PIECES[self.seat]["T"] + "x", extra=True)
                best, merchant = (worth, False) if worth > best else (best, merchant)
            for ability in place.upgrades:
                worth = self.development(ability)
                best, merchant = (worth, False) if worth > best else (best, merchant)
        if route.index in self.board.honour_routes and has_merchant:
            free = [
                points
                for step, points in enumerate(self.board.honour_points)
                if step <= privilege and not self.view.honours[step]
            ]
            if free and max(free) - 1.5 > best:
                best, merchant = max(free) - 1.5, True
        return best + self.takings(route), merchant

    def price(self, route: Route) -> float:
        """Actions until the route is created, more where others stand in the way."""
        price = 1.0
        for piece in self.view.roads[route.index].pieces:
            if piece == FREE:
                price += 1.0
            elif piece not in self.own:
                price += 2.2 if KIND[piece] == "T" else 3.2
        ships = sum(route.ships)
        mine = self.view.roads[route.index].pieces.count(PIECES[self.seat]["M"])
        if ships > mine + self.me.supply.merchants:
            price += 6.0
        return price

    @cached_property
    def appeal(self) -> tuple[float, ...]:
        """For each route its worth per action still to take."""
        return tuple(
            self.plans[route.index][0] / self.price(route) ** 0.9 * self._access(route) for route in self.board.routes
        )

    def _access(self, route: Route) -> float:
        if self.view.pawn:
            provinces = PROVINCES[self.view.options.provinces]
            return 1.0 if route.id in provinces.routes[self.view.pawn] else 0.4
        return 1.0 if route.region in ("", "england") else 0.5

    def gain(self, space: str, kind: str) -> float:
        """How welcome an own piece on the space would be."""
        index = self.board.space_index[space]
        route = self.board.space_route[index]
        wants_merchant = self.plans[route][1] and PIECES[self.seat]["M"] not in self.view.roads[route].pieces
        suits = kind == ("M" if self.board.ship[index] or wants_merchant else "T")
        return self.appeal[route] * (1.0 if suits else 0.8)

    @cached_property
    def target(self) -> int:
        return max(range(len(self.appeal)), key=self.appeal.__getitem__)

    def blocked(self, space: str) -> bool:
        """Whether somebody else stands there on the route this seat works for."""
        index = self.board.space_index[space]
        piece = self.view.roads[self.board.space_route[index]].pieces[self.board.space_slot[index]]
        return self.board.space_route[index] == self.target and piece not in self.own and piece != FREE


def advise(view: TeutonicaView, actions: Sequence[TeutonicaAction], stream: Stream) -> TeutonicaAction:
    """The action with the highest mark; chance decides between equals."""
    outlook = Outlook(view)
    marks = [_mark(outlook, action) for action in actions]
    best = max(marks)
    return stream.choice([action for action, mark in zip(actions, marks, strict=True) if mark >= best - 1e-9])


def _mark(outlook: Outlook, action: TeutonicaAction) -> float:
    match action:
        case act.Place():
            return outlook.gain(action.space, action.kind)
        case act.Displace():
            return outlook.gain(action.space, action.kind) * 0.8 - 0.3 * action.pay.count("M")
        case act.Put():
            return _mark_put(outlook, action)
        case act.Lift():
            return _mark_lift(outlook, action)
        case act.Relocate() | act.Deploy():
            kind = action.kind if isinstance(action, act.Deploy) else "T"
            return 1.0 + outlook.gain(action.space, kind)
        case act.Add():
            # a piece from a road is already at work where it stands
            return 0.5 + outlook.gain(action.space, action.source) if action.source in ("T", "M") else NEVER
        case act.Create():
            route = outlook.board.routes[outlook.board.route_index[action.route]]
            return 10.0 + outlook.takings(route) + outlook.outcome(action)
        case act.Recruit():
            return _mark_recruit(outlook, action)
        case act.Use():
            return _mark_use(outlook, action)
        case act.Develop() | act.Found():
            return 5.0
        case act.Take():
            return {"T": 1.0, "M": 2.0, "none": 0.0}[action.kind]
        case act.Pawn():
            return _mark_pawn(outlook, action)
        case act.Lay():
            return -outlook.appeal[outlook.board.route_index[action.route]]
        case act.Buy():
            return _mark_buy(outlook, action)
        case _:
            return 0.05  # done, skip, end


def _mark_recruit(outlook: Outlook, action: act.Recruit) -> float:
    ready = outlook.me.supply.total
    traders, merchants = act.MIXES[action.mix]
    if traders + merchants < most_hired(outlook.me.stock, outlook.me.desk):
        return NEVER  # fewer than it may have: the simple player holds nothing back
    need = 20.0 if not ready else 3.0 if ready < min(3, outlook.view.left) else 0.3
    return need + 0.01 * merchants


def _mark_lift(outlook: Outlook, action: act.Lift) -> float:
    view = outlook.view
    if view.phase == "act":  # moving is for a seat with nothing left to place
        if outlook.me.supply or outlook.me.stock:
            return NEVER
        route = outlook.board.space_route[outlook.board.space_index[action.space]]
        return NEVER if route == outlook.target else 1.0 - 0.1 * outlook.appeal[route]
    if view.moving is not None and view.moving.purpose == "move":
        return NEVER  # one piece at a time
    return 3.0 if outlook.blocked(action.space) else -1.0


def _mark_put(outlook: Outlook, action: act.Put) -> float:
    moving = outlook.view.moving
    held = next(one for one in moving.hand if one.origin == action.origin) if moving is not None else None
    if held is None:
        return NEVER
    gain = outlook.gain(action.space, KIND[held.piece])
    return 1.0 + gain if held.piece in outlook.own else -0.1 * gain


def _mark_use(outlook: Outlook, action: act.Use) -> float:
    view = outlook.view
    if action.marker == "upgrade":
        return 8.0 + outlook.development(action.target)
    if action.marker == "swap":
        offices = list(view.cities[outlook.board.city_index[action.target]].offices)
        before = controller(tuple(offices))
        left = len(offices) - printed_count(tuple(offices)) + action.office - 1
        offices[left], offices[left + 1] = offices[left + 1], offices[left]
        gained = controller(tuple(offices)) == outlook.seat and before != outlook.seat
        return 6.0 if gained else NEVER
    if action.marker == "three":
        pieces = view.roads[outlook.target].pieces
        blocked = sum(piece != FREE and piece not in outlook.own for piece in pieces)
        removes_own = view.options.edition == "2009" and not blocked
        return 4.0 if blocked and not removes_own and outlook.appeal[outlook.target] > 1 else NEVER
    return 2.0 if view.left == 0 and (outlook.me.supply or outlook.me.stock) else NEVER


def _mark_pawn(outlook: Outlook, action: act.Pawn) -> float:
    """To where the best route is; not back and forth."""
    provinces = PROVINCES[outlook.view.options.provinces]

    def best(province: str) -> float:
        routes = [outlook.board.route_index[route] for route in provinces.routes[province]]
        return max(outlook.plans[route][0] / outlook.price(outlook.board.routes[route]) for route in routes)

    if action.move == "start":
        return best(action.province)
    better = best(action.province) - best(outlook.view.pawn)
    if action.move == "free":
        return 15.0 + better if better > 0.05 and not outlook.view.acted else NEVER
    return better - 1.0 if better > 0.5 else NEVER


def _mark_buy(outlook: Outlook, action: act.Buy) -> float:
    """A turn for a tile: early in the game, with markers that are seldom of use, and nothing better to create."""
    cheap = all(marker in ("swap_offices", "three_pieces", "extra_office") for marker in (action.first, action.second))
    return TILE_WORTH[action.tile] if cheap and outlook.progress < EARLY else NEVER
