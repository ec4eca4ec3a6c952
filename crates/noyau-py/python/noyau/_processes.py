"""Several processes for one game written in Python: each has a copy of the game, and the methods run in all of them."""

from __future__ import annotations

import gc
import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
from contextlib import suppress
from multiprocessing.connection import wait
from queue import SimpleQueue
from typing import Any, Optional

from noyau._noyau import Exploration, Helper, Rules

_WORD = 4
"""Bytes of the number of a position."""
_LEAST, _MOST = 16 * _WORD, 4096 * _WORD
"""Positions that the main process opens before it looks for answers, at least and at most."""
_SHORT, _LONG = 0.012, 0.04
"""Seconds that this takes: more positions after a shorter time, fewer after a longer one."""
_TURN = 0.0005
"""Seconds after which a thread of a helping process gives way to another."""
_AHEAD = 3
"""Requests that a process has at a time, so that it need not wait for the next."""
_FAILED = b""
"""Stands before an exception, where an answer has its rows."""


def _raised(error: BaseException) -> BaseException:
    """An exception that can be sent to another process."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


def _receive(connection: Any, requests: SimpleQueue[Any]) -> None:
    """Takes requests while answers are made or sent: otherwise both processes could wait until the other reads."""
    request: Any = ()
    while request is not None:
        try:
            request = connection.recv()
        except (EOFError, OSError):
            request = None
        except BaseException as error:
            request = error
        requests.put(request)


def _send(connection: Any, replies: SimpleQueue[Any]) -> None:
    """Sends answers while the next ones are made: the main process reads them when it has done its own part."""
    with suppress(OSError):
        while (reply := replies.get()) is not None:
            for part in reply:
                connection.send_bytes(part)


def _serve(connection: Any, game: Any) -> None:
    """A helping process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # A collection would write to every inherited object, and so copy the memory that both processes share.
    gc.freeze()
    # The threads below wait so long for the one that works: meanwhile the main process may wait for the rest of an answer.
    sys.setswitchinterval(_TURN)
    requests: SimpleQueue[Any] = SimpleQueue()
    replies: SimpleQueue[Any] = SimpleQueue()
    threading.Thread(target=_receive, args=(connection, requests), daemon=True).start()
    threading.Thread(target=_send, args=(connection, replies), daemon=True).start()
    try:
        # A forked process has what was known before, and numbers for itself.
        game.forget()
        helper = Helper(game._rules())
        while (request := requests.get()) is not None:
            if isinstance(request, BaseException):
                raise request
            replies.put(helper.expand(*request))
        # The game need not be taken apart.
        os._exit(0)
    except BaseException as error:
        replies.put((_FAILED, pickle.dumps(_raised(error))))
        # The main process may send more before it reads this.
        while requests.get() is not None:
            pass


class _Stack:
    """Positions that wait to be opened, by number: a process takes its own newest ones, and the oldest ones of others, so that
    it mostly meets what they do not."""

    def __init__(self) -> None:
        self.ids = bytearray()

    def add(self, ids: bytes) -> None:
        self.ids += ids

    def __len__(self) -> int:
        """Bytes."""
        return len(self.ids)

    def take(self, most: int, newest: bool) -> bytes:
        part = slice(-most, None) if newest else slice(most)
        taken = bytes(self.ids[part])
        del self.ids[part]
        return taken


def explore(rules: Rules, text: str, processes: int, seconds: Optional[float]) -> None:
    """Opens all positions that play can reach from one, by that many processes: this one and others."""
    game = rules.game()
    helpers = processes - 1
    exploration = Exploration(rules, helpers, seconds)
    context = multiprocessing.get_context()
    connections: list[Any] = []
    started = []
    try:
        for _ in range(helpers):
            here, there = context.Pipe()
            process = context.Process(target=_serve, args=(there, game), daemon=True)
            process.start()
            there.close()
            connections.append(here)
            started.append(process)
        _share(exploration, text, connections)
        exploration.end(text)
        # They end by themselves meanwhile.
        started.clear()
    finally:
        for connection in connections:
            with suppress(OSError):
                connection.send(None)
            connection.close()
        for process in started:
            process.join(1)
            if process.is_alive():
                process.terminate()


def _take(stacks: list[_Stack], most: int) -> bytes:
    """Positions of the first stacks that have some; the very first is that of the process itself."""
    taken = b""
    for stack in stacks:
        if len(taken) < most and stack:
            taken += stack.take(most - len(taken), stack is stacks[0])
    return taken


def _share(exploration: Exploration, text: str, connections: list[Any]) -> None:
    own, found = _Stack(), [_Stack() for _ in connections]
    asked = [0] * len(connections)
    number = {connection: i for i, connection in enumerate(connections)}
    share = _LEAST

    def portion(most: int) -> int:
        """Smaller and smaller when few positions are left, so that all processes end together."""
        left = len(own) + sum(map(len, found))
        return max(min(most, left // (2 * len(connections) + 2) // _WORD * _WORD), _LEAST)

    own.add(exploration.begin(text))
    while own or any(found) or any(asked):
        # What a process met itself it knows by number: that goes to it first.
        for i, connection in enumerate(connections):
            stacks = [found[i], own, *found]
            while asked[i] < _AHEAD and len(own) + sum(map(len, found)) > _LEAST:
                connection.send(exploration.request(i, _take(stacks, portion(2 * share))))
                asked[i] += 1
        waiting = [connection for i, connection in enumerate(connections) if asked[i]]
        ready: list[Any] = list(wait(waiting, 0 if own or any(found) else None)) if waiting else []
        for connection in ready:
            rows, new = connection.recv_bytes(), connection.recv_bytes()
            if rows == _FAILED:
                raise pickle.loads(new)
            i = number[connection]
            asked[i] -= 1
            found[i].add(exploration.absorb(i, rows, new))
        if ready:
            # The next requests come before the main process's own part: otherwise a process may wait for them.
            continue
        began = time.process_time()
        own.add(exploration.expand(_take([own, *found], portion(share))))
        taken = time.process_time() - began
        if taken < _SHORT:
            share = min(2 * share, _MOST)
        elif taken > _LONG:
            share = max(share // 2, _LEAST)
