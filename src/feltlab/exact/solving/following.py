"""Best play of a solved game, asked about many rounds at once, whatever was answered before."""

import numpy as np

from feltlab.exact.solving.board import Board
from feltlab.exact.solving.board_lab import BoardLab
from feltlab.exact.solving.lab import GeneralLab
from feltlab.exact.solving.paths import Path, options_of, paths, start
from feltlab.exact.solving.sampled_playing import Answer, LaidRounds
from feltlab.exact.solving.solver import best
from feltlab.exact.solving.tree_lab import TreeLab
from feltlab.kernels.board_paths import taken_ways
from feltlab.kernels.boards import Bytes
from feltlab.kernels.subsets import Ints
from feltlab.rules.game import Game, Terms
from feltlab.rules.steps import Ask


def best_answers(lab: GeneralLab, terms: Terms) -> Answer:
    if isinstance(lab, TreeLab):
        return _in_a_tree(lab, terms)
    if isinstance(lab, BoardLab):
        return _on_a_board(lab, terms)
    return _by_state(lab, terms)


def _by_state(lab: GeneralLab, terms: Terms) -> Answer:
    solved, seeing = lab.solved(terms), lab.seeing
    decisions, stages = solved.decisions(best), list(lab.game.round.asks)
    names = list(seeing.groups)

    def answer(ask: Ask, path: Path, laid: LaidRounds, rows: Ints) -> Ints:
        number = stages.index(ask.stage)
        cards = np.concatenate([laid.cards[name][rows] for name in names[: seeing.seen[number]]], axis=1)
        return decisions[number, path][seeing.located(cards, number)].astype(np.int64)

    return answer


def _in_a_tree(lab: TreeLab, terms: Terms) -> Answer:
    solved = lab.solved_tree(terms)
    decisions = solved.decisions(best)

    def answer(ask: Ask, path: Path, laid: LaidRounds, rows: Ints) -> Ints:
        there = {name: _held(laid, name, rows) for name in laid.dealt}
        infos = np.zeros(len(rows), np.int64)
        for way in (*_before(lab.game, path), path):
            infos = lab.seen(solved, way, there, infos)
        return decisions[path][infos].astype(np.int64)

    return answer


def _before(game: Game, path: Path) -> list[Path]:
    """The ways to the earlier questions."""
    way, found = start(game), []
    for ask, option in zip(game.round.asks.values(), path.options, strict=False):
        found.append(way)
        way = way.with_option(ask, option) if option else way.skipped()
    return found


def _held(laid: LaidRounds, name: str, rows: Ints) -> Ints:
    """Cards of a place; -1 if none was dealt."""
    cards = laid.cards[name][rows]
    return np.where(laid.due[name][rows][:, None] > 0, cards, -1) if name in laid.due else cards


def _on_a_board(lab: BoardLab, terms: Terms) -> Answer:
    """By the whole way that play would continue on, whatever else is turned: the answer depends on nothing more."""
    solved, board = lab.solved(terms), lab.plan
    whole, every, stages = board.classes(board.size), paths(lab.game), list(lab.game.round.asks)
    places = [
        [options_of(ask).index(way.options[number]) if way.options[number] else 0 for way in every]
        for number, ask in enumerate(lab.game.round.asks.values())
    ]
    tables: dict[Path, Bytes] = {}

    def answer(ask: Ask, path: Path, laid: LaidRounds, rows: Ints) -> Ints:
        if path not in tables:
            tables[path] = _led(board, path)
        own, turned, _ = board.places
        cards = np.concatenate([laid.cards[name][rows] for name in (*own, *turned)], axis=1)
        found = np.empty(len(rows), np.uint8)
        played = solved.played._replace(after=tables[path])
        taken_ways(board.deck, cards, board.chains, whole.keys, whole.numbers, played, found)
        return np.array(places[stages.index(ask.stage)], np.int64)[found]

    return answer


def _led(board: Board, path: Path) -> Bytes:
    """Where answers lead, given the earlier ones."""
    found = board.after.copy()
    given = dict(zip(board.game.round.asks, path.options, strict=False))
    for number, stop in enumerate(board.stops):
        for code in range(stop.answers):
            said = code
            for place, question in enumerate(stop.questions):
                if option := given.get(question.ask.stage):
                    many, radix = len(question.children), stop.radix[place]
                    said += (options_of(question.ask).index(option) - said // radix % many) * radix
            for way in range(len(stop.ways_in)):
                found[number, way, code] = board.after[number, way, said]
    return found
