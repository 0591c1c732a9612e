"""The function that plays on, from the block where play stands to the next decision (or to the end of the game).

WebAssembly has no jumps to arbitrary places, only out of blocks and back to the start of loops. A block of the program
to which only one way leads is therefore emitted where that way begins, within the code of the block before. The others
follow each other in an order in which most jumps lead forward. With three of them, 4, 7 and 2 in this order:

    pc = where play stands
    block $stop
      loop $again
        block $2
          block $7
            block $4
              jump to $4, $7 or $2, by pc; to $stop for any other
            end
            code of 4          forward:    jump $7, jump $2
          end
          code of 7            back to 4:  pc = 4; jump $again
        end
        code of 2              a decision: jump $stop
      end
    end
    store the steps

Within the code of a block there are more blocks around a jump (`if`, the ways of a `Dispatch`); labels know how many.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from ..engines.program.bounds import CELL
from ..engines.program.layout import DECISIONS, FINISHED, LIMIT, PC, STATUS
from ..engines.program.nodes import AskBlock, Block, Branch, Dispatch, GameOver, Jump, PickOne, SettleTop
from ..language.ir import nodes as ir
from ..language.ir.types import NONE
from .builder.function_builder import FunctionBuilder, is_card_list
from .builder.memory_map import Control, stride
from .builder.zones import all_differ, place_of_zone
from .cards import chance as bag_code
from .cards.transfer import draw_out
from .moves.move_counts import Countable, count_moves, counted_choices
from .moves.move_generation import list_moves
from .moves.random_moves import CombinationRanks, any_counted, in_record, in_slots, picked, random_kind, ranked_argument
from .passes.block_layout import emission_order, rounds
from .rules.draws import draw_behind, pick_untaken
from .rules.effects import emit_effects, move_cards
from .rules.idiom_recognition import chosen_in
from .rules.move_application import begin_turn, decided, play_move
from .rules.results import emit_results
from .rules.state_slots import begin_record
from .search.playout_policy import PlayoutPolicy
from .search.uct import TreeCode
from .values.conditions import when
from .values.lists import list_length
from .wasm.statements import TRAP, arms, block, br, br_table, if_, loop, loop_until, sequence
from .wasm.terms import I64, NOTHING, Instructions, JumpLabel, Term, Var, choose, const


class BlockEmitter:
    """Emits the function. `order` are the blocks that are emitted by themselves, each behind its label."""

    def __init__(self, fb: FunctionBuilder) -> None:
        self.fb, self.mb, mb = fb, fb.mb, fb.mb
        self.pc = fb.fn.local()
        self.order = emission_order(mb.program, asks=mb.asks, explicit=mb.build in ("watched", "plain"))
        self.place = {number: n for n, number in enumerate(self.order)}
        self.labels = {number: JumpLabel() for number in self.order}
        self.played = chosen_in(self.mb.program)
        self.rounds = rounds(self.mb.program, self.order)
        self.here = 0
        self.again, self.stop = JumpLabel(), JumpLabel()

    def emit(self) -> Instructions:
        """The whole function."""
        fb, mb = self.fb, self.mb
        table = [self.labels.get(n, self.stop) for n in range(len(mb.program.blocks))]
        code = arms(br_table(self.pc, table, self.stop), ((self.labels[n], self._alone(n)) for n in self.order))
        start = mb.top.set(mb.arena.get) + self.pc.set(mb.read(PC).wrap())
        play = start + PlayoutPolicy(fb).around(block(self.stop, loop(self.again, code)), self.resume)
        if not fb.counting:
            return fb.steps.set(0) + play
        start = fb.steps.set(const(0).load(Control.STEPS)) + mb.spent.set(0)
        return start + play + fb.check() + const(0).store(fb.steps + mb.spent.get, Control.STEPS)

    def _alone(self, number: int) -> Instructions:
        """A block that is emitted by itself. Where play goes round, the arena is emptied and the steps are checked."""
        self.here = self.place[number]
        again = self.mb.top.set(self.mb.arena.get) + self.fb.check()
        return (again if number in self.rounds else NOTHING) + self.block(self.mb.program.blocks[number])

    # Ways ---------------------------------------------------------------------------------

    def go(self, to: int) -> Instructions:
        """Go on to a block."""
        if to not in self.place:
            return self.block(self.mb.program.blocks[to])
        if self.place[to] > self.here:
            return br(self.labels[to])
        return self.pc.set(to) + br(self.again)

    def halt(self, one: Block) -> Instructions:
        """Stop at this block, without legal moves: the game is over, or chance is to decide."""
        return self.mb.write(PC, one.number) + const(0).store(0, Control.MOVES) + br(self.stop)

    def switch(self, which: Term, to: list[int]) -> Instructions:
        """Go on to one of several blocks; past the last one, to the last."""
        labels = [JumpLabel() for _ in to]
        ways = ((label, self.go(target)) for label, target in zip(labels, to, strict=True))
        return arms(br_table(which, labels, labels[-1]), ways)

    # Blocks -------------------------------------------------------------------------------

    def block(self, one: Block) -> Instructions:
        """A block, with everything that is emitted behind it."""
        self.fb.names, self.fb.lying = {}, self.played.get(one.number, {})
        body = self.fb.spend(1) + begin_turn(self.fb, one.number) + emit_effects(self.fb, one.body)
        return body + self.end(one)

    def end(self, one: Block) -> Instructions:
        """How a block ends."""
        end, fb = one.end, self.fb
        match end:
            case Jump(to):
                return self.go(to)
            case Branch(test, yes, no):
                return when(fb, test)(self.go(yes)) + self.go(no)
            case Dispatch(which, to):
                return self.switch(self.mb.read(which.address).wrap(), list(to))
            case SettleTop():
                return self.settle_top(one, end)
            case PickOne():
                return self.pick_one(one, end)
            case AskBlock():
                return self.ask(one, end)
            case GameOver():
                over = self.mb.write(PC, one.number) + fb.check() + emit_results(fb)
                return over + self.mb.write(STATUS, FINISHED) + const(0).store(0, Control.MOVES) + br(self.stop)
            case _:
                assert_never(end)

    # Chance -------------------------------------------------------------------------------

    def settle_top(self, one: Block, end: SettleTop) -> Instructions:
        """Settle which card lies on top (or at the bottom), unless that is certain.

        if the zone is not none and has an order:
            n = bag_size(…)
            if n > 1:
                start = the first card of the bag
                if all_alike(start, n): i = 0
                else:
                    if chance is explicit: stop here; `decide` goes on
                    i = first_like(start, drawn_from(zone, n))
                settle(zone, start, n, i)
        """
        mb = self.mb
        if not mb.pins:
            return self.settle_edge(one, end)
        found = self.settle_place(one, end)
        free = mb.facts.steps(end.zone, self.fb.known()) == 0
        if mb.pinned is None or end.place is not None or not free:
            return found + self.go(end.then)
        return if_(mb.pinned.get, found) + self.settle_edge(one, end)

    def settle_edge(self, one: Block, end: SettleTop) -> Instructions:
        """Settle which card lies on top (or at the bottom) where no bag has certain cards in it, and go on."""
        fb, mb = self.fb, self.mb
        bottom = end.at == "bottom"
        zone, at, code = place_of_zone(fb, end.zone)
        n, i, start = (fb.fn.local() for _ in range(3))
        drawn = None if end.then in self.place else draw_behind(fb, end)
        if drawn is not None:
            return code + self.draw(end, drawn, zone, at)
        chance = i.set(self.chosen(end, zone, start, n))
        if mb.watched:
            chance = if_(const(0).load32(Control.EXPLICIT), self.halt(one)) + chance
        settled = n.set(bag_code.bag_size(mb, bottom=bottom).call(zone.wrap(), at)) + if_(
            n.gt(1),
            start.set(bag_code.bag_start(mb, at, n, bottom=bottom))
            + (chance if all_differ(self.mb, end.zone) else if_(bag_code.all_alike(mb, start, n), i.set(0), chance))
            + bag_code.settle(mb, bottom=bottom).run(zone.wrap(), start, n, i),
        )
        return code + if_(bag_code.may_settle(mb, zone), settled) + self.go(end.then)

    def chosen(self, end: SettleTop, zone: Term, start: Var, n: Var) -> Term:
        """The place, in the bag of n cards at `start`, of the card that chance gives: of equal ones the first."""
        drawn = bag_code.drawn_from(self.mb, zone, n)
        return drawn if all_differ(self.mb, end.zone) else bag_code.first_like(self.mb).call(start, drawn)

    def settle_place(self, one: Block, end: SettleTop) -> Instructions:
        """Settle which card lies at a place, where bags may have certain cards in them; as `settle_top`.

        if the zone is not none and has an order:
            cards = loose(zone, the place)
            if there are several: i as for the top;  pin(…, i)
            give the room of `cards` back
        """
        fb, mb = self.fb, self.mb
        zone, at, index, code = bag_code.spot(fb, end)
        cards, i, top = (fb.fn.local() for _ in range(3))
        chance = i.set(
            bag_code.first_like(mb, listed=True).call(cards + CELL, bag_code.drawn_from(mb, zone, list_length(cards)))
        )
        if mb.watched:
            chance = if_(const(0).load32(Control.EXPLICIT), self.halt(one)) + chance
        alike = bag_code.all_alike(mb, cards + CELL, list_length(cards), listed=True)
        several = if_(alike, i.set(0), chance) + bag_code.pin(mb).run(zone.wrap(), at, index, cards, i)
        settled = (
            top.set(mb.top.get) + cards.set(bag_code.loose(mb).call(at, index)) + if_(list_length(cards).gt(1), several)
        )
        return code + if_(bag_code.may_settle(mb, zone), settled + mb.top.set(top))

    def draw(self, end: SettleTop, move: ir.MoveCards, zone: Term, at: Var) -> Instructions:
        """Settle a card and move it in one go: the cards above it stay where they are.

        n = bag_size(…) if the zone is not none and has an order, else 0
        if n > 1:
            i = 0 if all_alike(…) else first_like(…, drawn_from(zone, n))
            if the card goes nowhere, since the target is none: settle(…, i)
            else: card = draw_out(…, i); put it where it goes
        else: move the card on top
        """
        fb, mb = self.fb, self.mb
        n, card, start = fb.fn.local(), fb.fn.local(I64), fb.fn.local()
        place = self.chosen(end, zone, start, n)
        if not all_differ(self.mb, end.zone):
            place = choose(bag_code.all_alike(mb, start, n), const(0), place)
        find = start.set(bag_code.bag_start(mb, at, n, bottom=False))
        taken = card.set(draw_out(mb).call(zone.wrap(), at, n, place).wide())
        several = n.set(0) + if_(bag_code.may_settle(mb, zone), n.set(bag_code.bag_at_top(mb, zone.wrap(), at)))
        drawn = taken + move_cards(fb, move, card)
        if mb.facts.may_be_none(move.zone, fb.known()):
            stays = bag_code.settle(mb, bottom=False).run(zone.wrap(), start, n, place)
            drawn = if_(fb.number(move.zone).eq(NONE), stays, drawn)
        rest = replace(mb.program.blocks[end.then], body=mb.program.blocks[end.then].body[1:])
        return several + if_(n.gt(1), find + drawn, move_cards(fb, move, None)) + self.block(rest)

    def pick_one(self, one: Block, end: PickOne) -> Instructions:
        """Pick an element of a list; equal ones are one outcome, so that nothing is asked where all are equal.

        slot = none;  listed = the list; of cards that are the same to the rules, the first in the place of each
        if size(listed) > 0:
            same = whether all elements equal the first
            i = 0
            if not same:
                if chance is explicit: stop here; `decide` goes on
                i = picked_from(the name, n)
            slot = listed[i]
        """
        fb, mb, left = self.fb, self.mb, pick_untaken(self.fb, end)
        if left is not None:
            return left + self.go(end.then)
        listed, n, i, same = (fb.fn.local() for _ in range(4))
        code = listed.set(fb.expr(end.source)) + n.set(list_length(listed))
        if is_card_list(end.source):
            code += listed.set(bag_code.alike_first(mb).call(listed))
        differs = (listed + (i << 3)).load(CELL).ne(listed.load(CELL))
        compare = i.set(1) + loop_until(i.ge(n), differs, do=i.up()) + same.set(i.ge(n))
        halt = if_(const(0).load32(Control.EXPLICIT), self.halt(one)) if mb.watched else NOTHING
        drawn = i.set(bag_code.picked_from(mb, end.slot.name, n))
        value = (listed + (i << 3)).load(CELL)
        some = compare + i.set(0) + if_(same.not_(), halt + drawn) + mb.write(end.slot.address, value)
        return code + if_(n, some, mb.write(end.slot.address, NONE)) + self.go(end.then)

    # Decisions ----------------------------------------------------------------------------
    #
    # How a decision is asked. A position stands at an `AskBlock`, whose block has no effects, so it can be entered as
    # often as one likes: nothing is stored but the legal moves, which are computed again whenever a position is loaded.
    # What happens with them depends on the build:
    #
    #     watched, together     list the moves, note the count (and who), stop; the caller plays one by its number
    #     playouts              count the moves, draw a number below the count, make the one move that has it
    #     searching             in the tree: what each seat hears of every move, to find its branch; behind it as above
    #
    # Making every move only to draw one would be most of a playout. So there are three ways, tried from the quickest
    # on: moves as sets of cards and numbers, which are counted by their bits (`counted_choices`); one list argument
    # whose combinations have ranks (`CombinationRanks`); rows in memory, one for each move (`list_moves`). All three
    # number the moves in the order of `reference.legal_moves`, so that a seed leads to the same game in every build.
    # A tree must hear every move: as long as it is open they are listed.
    #
    # The steps are checked before the moves are listed, because listing has a budget of its own; the limit of decisions
    # is checked after it, since a decision in which nothing is legal is none and must not count. A player who is none
    # has no moves, and play goes on as where nothing is legal. Secret choices go to records instead of slots: `take`
    # and `behind` write them there, and the blocks behind the last one play them (`program.block_construction`).

    def ask(self, one: Block, end: AskBlock) -> Instructions:
        """Let a player decide, if something is legal.

        check the steps
        count = 0;  if who is not none: count = list the moves
        if count:
            if decisions >= the limit: status = limit; stop
            where play stops for decisions: stop; `play` goes on
            playouts:   decisions += 1; steps = 0; play a random move, or one that is picked, and go on
        else: go on where nothing is legal
        """
        fb, mb = self.fb, self.mb
        count, who = fb.fn.local(), mb.read(end.who.address)
        parameter = ranked_argument(fb, end)
        ranks = None if parameter is None else CombinationRanks(fb, one.number, end, parameter)
        sets = counted_choices(fb, end)
        if sets is not None:
            moves = count_moves(fb, one.number, sets)
        else:
            moves = list_moves(fb, one.number, end) if ranks is None else ranks.count()
        listed = count.set(moves.call())
        if mb.facts.may_be_none(end.who, {}):
            listed = count.set(0) + if_(who.ne(NONE), listed)
        over = mb.write(PC, one.number) + mb.write(STATUS, LIMIT) + const(0).store(0, Control.MOVES) + br(self.stop)
        limit = if_(mb.read(DECISIONS).ge(mb.program.decisions_limit), over)
        if mb.searching and (sets is not None or ranks is not None):
            every = count.set(0) + if_(who.ne(NONE), count.set(list_moves(fb, one.number, end).call()))
            listed = if_(TreeCode(mb).is_open, every, listed)
        if mb.asks:
            decide = mb.write(PC, one.number) + const(0).store(count, Control.MOVES) + br(self.stop)
            if not mb.watched:
                decide = (
                    const(0).store(who, Control.SEAT)
                    + const(0).store(count * (CELL * stride(end)), Control.ROWS)
                    + decide
                )
        elif sets is not None:
            rank = fb.fn.local(I64)
            draw = (
                any_counted(fb, sets, count, rank) if mb.searching else rank.set(bag_code.below(mb).call(count.wide()))
            )
            decide = self.behind(one, end, count, rank, draw) + decided(fb) + self.take(end, sets, rank)
            if mb.searching:
                decide = if_(TreeCode(mb).is_open, self.in_tree(one, end, count), decide)
        else:
            at, which, row = fb.fn.local(), fb.fn.local(), CELL * stride(end)
            place = random_kind(mb, end, count) if mb.searching else bag_code.below(mb).call(count.wide()).wrap()
            decide = self.behind(one, end, count, which, which.set(place))
            its_row = at.set(which * row + mb.rows)
            decide += its_row if ranks is None else ranks.make().run(which.wide()) + at.set(mb.row)
            if mb.searching:
                taken = TreeCode(mb).decide(self.fb.fn, one, end, count, which, self.halt(one))
                decide = if_(TreeCode(mb).is_open, taken + its_row, decide)
            decide += decided(self.fb) + play_move(fb, end, at) + self.on(end, at)
        return fb.check() + listed + if_(count, limit + decide) + self.nothing(end)

    def behind(self, one: Block, end: AskBlock, count: Var, which: Var, draw: Instructions) -> Instructions:
        """`which` becomes the number of the move to take where no tree leads; `draw` lets it be any."""
        if not self.mb.searching:
            return draw
        trying, far = PlayoutPolicy(self.fb), TreeCode(self.mb).cut_off(self.fb, self.halt(one))
        judge = trying.judge(one, self.resume(self.again), br(self.stop))
        return judge + trying.pick(one, end, (count, which), far, draw)

    def resume(self, to: JumpLabel) -> Instructions:
        """Go on where the position says."""
        return self.pc.set(self.mb.read(PC).wrap()) + br(to)

    def in_tree(self, one: Block, end: AskBlock, count: Var) -> Instructions:
        """Play the move, of those that are listed, that the tree picks, and go on."""
        at = self.fb.fn.local()
        taken = TreeCode(self.mb).decide(self.fb.fn, one, end, count, at, self.halt(one))
        row = at.set(at * (CELL * stride(end)) + self.mb.rows)
        return taken + row + decided(self.fb) + play_move(self.fb, end, at) + self.on(end, at)

    def take(self, end: AskBlock, sets: list[Countable], rank: Var) -> Instructions:
        """Take the move with this number out of the sets that were counted, and go on to the block that plays it."""
        if end.secret is not None:
            at, done = self.fb.fn.local(), JumpLabel()
            start = begin_record(self.fb, end.secret, at)
            which = enumerate(picked(self.fb, sets, rank, in_record(end, at)))
            head = sequence(chosen(taken + at.store(n + 1) + br(done)) for n, (chosen, taken) in which)
            return start + block(done, head) + self.go(end.secret.then)
        labels = [JumpLabel() for _ in sets]
        found = picked(self.fb, sets, rank, in_slots(self.fb, sets))
        head = sequence(chosen(taken + br(label)) for label, (chosen, taken) in zip(labels, found, strict=True))
        ways = ((label, self.go(one.choice.then)) for label, one in zip(labels, sets, strict=True))
        return arms(head, ways)

    def on(self, end: AskBlock, at: Var) -> Instructions:
        """Go on to the block that plays the move at this address."""
        if end.secret is not None:
            return self.go(end.secret.then)
        if len(end.choices) == 1:
            return self.go(end.choices[0].then)
        return self.switch(at.load32(), [choice.then for choice in end.choices])

    def nothing(self, end: AskBlock) -> Instructions:
        """Go on where nothing is legal; a secret choice leaves an empty record."""
        if end.secret is not None:
            return begin_record(self.fb, end.secret, self.fb.fn.local()) + self.go(end.secret.then)
        return TRAP if end.none is None else self.go(end.none)
