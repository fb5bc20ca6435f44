"""The rulebook's memory is shared by the threads of a server: plays at the same time come out as alone."""

import json
import sys
from concurrent.futures import ThreadPoolExecutor

from simulator.games.playing import play_document
from tests.games.examples import EXAMPLES, document


def told(number):
    return json.dumps(play_document(document(EXAMPLES[number])), sort_keys=True)


def test_plays_in_several_threads_come_out_as_alone():
    numbers = range(0, len(EXAMPLES), 6)
    alone = {n: told(n) for n in numbers}
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(6) as pool:
            mixed = [n for shift in range(4) for n in (*numbers[shift:], *numbers[:shift])]
            differing = [n for n, play in zip(mixed, pool.map(told, mixed), strict=True) if play != alone[n]]
    finally:
        sys.setswitchinterval(before)
    assert differing == []
