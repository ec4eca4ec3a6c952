"""Runs the functions of one student's file, for `noyau check`: JSON lines in, JSON lines out.

It is started with an empty folder as its working directory, in which the file lies. docs/check.md has the protocol.
"""

import gc
import inspect
import json
import os
import random
import sys
import types

INFINITIES = {"inf": float("inf"), "-inf": float("-inf"), "nan": float("nan")}
MOST_PRINTED = 200
LARGE = 2**63
MOST_SHOWN = 200
MOST_ITEMS = 20_000
MOST_WRITTEN = 1 << 20
DEEPEST = 8
CONTAINERS = {list, tuple, set, frozenset, dict}
PLAIN = CONTAINERS | {type(None), bool, int, float, str}


class Refused(PermissionError):
    """What a file does that is not permitted while it is judged."""


class Printed:
    """The standard output of the student's code: its beginning is kept."""

    def __init__(self):
        self.text = ""

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        if len(self.text) < MOST_PRINTED:
            self.text += text[:MOST_PRINTED]
        return len(text)

    def flush(self):
        pass

    def isatty(self):
        return False


class Arbre:
    """The tree of a case, as in `noyau.cours`."""

    def __init__(self, fils, S1):
        self.fils = fils
        self.S1 = S1

    def est_final(self, n):
        return len(self.fils[n]) == 0

    def est_a_J1(self, n):
        return n in self.S1

    def __getitem__(self, n):
        return self.fils[n]

    def __iter__(self):
        return iter(self.fils)

    def __len__(self):
        return len(self.fils)


class Case:
    """What the functions of a case are asked, and what they answer."""

    def __init__(self, tree, seed):
        # Each node once.
        self.seen = {}
        self.names = {}
        random.seed(seed)
        if tree is None:
            self.tree = None
            return
        fils = {n: list(under) for n, under in tree["fils"]}
        values = {n: decode(value, self) for n, value in tree["valeurs"]}
        S1 = set(tree["S1"])
        self.tree = Arbre(fils, S1)

        def h(p):
            self.seen[p] = None
            return values[p]

        def coup(joueur, configuration):
            mine = (configuration in S1) == (joueur == "A")
            return list(range(1, len(fils[configuration]) + 1)) if mine else []

        def jeu(c, configuration):
            if c < 1:
                raise ValueError(f"{c} n'est pas un coup de {configuration}")
            return fils[configuration][c - 1]

        def s0(joueur, configuration):
            return random.choice(coup(joueur, configuration))

        self.h = h
        self.names = {
            "successeurs": lambda p: list(fils[p]),
            "h": h,
            "Coup": coup,
            "Jeu": jeu,
            "Valeur": lambda configuration: h(configuration),
            "gagnante": lambda configuration: h(configuration) > 0,
            "feuille": lambda configuration: len(fils[configuration]) == 0,
            "S0": s0,
            "Jouer": lambda C, joueur, strategie: jeu(strategie(joueur, C), C),
            "adversaire": lambda joueur: "B" if joueur == "A" else "A",
        }


def decode(value, case):
    """The Python object of a value of the protocol."""
    if isinstance(value, list):
        return [decode(item, case) for item in value]
    if not isinstance(value, dict):
        return value
    [(kind, content)] = value.items()
    if kind == "dict":
        return {decode(key, case): decode(item, case) for key, item in content}
    if kind == "tuple":
        return tuple(decode(item, case) for item in content)
    if kind == "set":
        return {decode(item, case) for item in content}
    if kind == "float":
        return INFINITIES[content]
    if kind == "predicate":
        true = {decode(item, case) for item in content}
        return lambda v: v in true
    if kind == "arbre":
        return case.tree
    if kind == "h":
        return case.h
    raise ValueError(f"{kind} is no kind of value")


def literal(value):
    """The text of a value that is made of nothing but Python's own types, found without a loop over its items."""
    level = [value]
    for _ in range(DEEPEST):
        if not PLAIN.issuperset(map(type, level)):
            return None
        level = gc.get_referents(*level)
        if not level:
            text = repr(value)
            return text if len(text) <= MOST_WRITTEN else None
    return None


def encode(value, depth=0):
    """The value of the protocol for a Python object."""
    kind = type(value)
    if depth == 0 and kind in CONTAINERS:
        text = literal(value)
        if text is not None:
            return {"python": text}
    # What graphs are made of comes first.
    if kind is int and -LARGE < value < LARGE:
        return value
    if kind is str:
        return value[:MOST_SHOWN]
    if depth < DEEPEST and isinstance(value, (list, tuple, set, frozenset, dict)) and len(value) <= MOST_ITEMS:
        depth += 1
        if isinstance(value, dict):
            return {"dict": [[encode(key, depth), encode(item, depth)] for key, item in value.items()]}
        items = [encode(item, depth) for item in value]
        if isinstance(value, list):
            return items
        return {"tuple" if isinstance(value, tuple) else "set": items}
    if value is None or isinstance(value, (bool, str)):
        return value[:MOST_SHOWN] if isinstance(value, str) else value
    if isinstance(value, int):
        return int(value) if abs(value) < LARGE else float_value(float(str(value)[:300]))
    if isinstance(value, float):
        return float_value(value)
    # An array or a number of numpy.
    if hasattr(value, "tolist") and kind.__module__.split(".")[0] == "numpy":
        return encode(value.tolist(), depth)
    try:
        shown = repr(value)[:MOST_SHOWN]
    except Exception:
        shown = kind.__name__
    return {"other": shown, "type": kind.__name__}


def float_value(number):
    if number != number or number in (INFINITIES["inf"], INFINITIES["-inf"]):
        return {"float": "nan" if number != number else "inf" if number > 0 else "-inf"}
    return number


def error_of(error, file):
    """What is told of an exception, with the line of the student's file."""
    line, at = None, error.__traceback__
    while at is not None:
        if at.tb_frame.f_code.co_filename == file:
            line = at.tb_lineno
        at = at.tb_next
    is_own = isinstance(error, SyntaxError) and error.filename == file
    if is_own:
        line = error.lineno
    try:
        # The file and the line are told apart from it.
        text = str(error.msg if is_own else error)[:MOST_SHOWN]
    except Exception:
        text = ""
    return {"type": type(error).__name__, "message": text, "line": line}


def names_used(code):
    """The global names that a function uses, also in the functions inside it."""
    used = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            used |= names_used(constant)
    return used


def described(name, function):
    """What the judge must know of a function to recognise it."""
    least = most = 0
    try:
        for parameter in inspect.signature(function).parameters.values():
            if parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD):
                most += 1
                least += parameter.default is parameter.empty
            elif parameter.kind == parameter.VAR_POSITIONAL:
                most = 99
    except (TypeError, ValueError):
        most = 99
    code = getattr(function, "__code__", None)
    uses = sorted(names_used(code)) if code is not None else []
    return {"name": name, "least": least, "most": most, "uses": uses}


class Worker:
    """Answers the requests of a judge about the functions of one namespace."""

    def __init__(self, reference, fresh):
        self.reference = {"__name__": "reference"}
        exec(compile(reference, "reference.py", "exec"), self.reference)
        self.fresh = fresh
        self.file = None
        self.namespace = {}
        self.function = None
        self.refused = None

    def answer(self, request):
        if "load" in request:
            return self.load(request["load"])
        if "judge" in request:
            return self.judge(request["judge"], request.get("helpers") or {})
        return self.call(request)

    def printing(self, action):
        """Runs the student's code, and says what it printed or raised."""
        printed = sys.stdout = Printed()
        self.refused = None
        answer = {}
        exhausted = None
        try:
            answer["value"] = action()
        except (MemoryError, RecursionError) as error:
            # What the call holds is free only after this block.
            exhausted = type(error).__name__
        except BaseException as error:
            answer["error"] = error_of(error, self.file)
        finally:
            sys.stdout = sys.__stdout__
        if exhausted is not None:
            answer["error"] = {"type": exhausted, "message": "", "line": None}
        if self.refused is not None:
            answer["refused"] = self.refused
        if printed.text:
            answer["printed"] = printed.text[:MOST_PRINTED]
        return answer

    def load(self, file):
        self.file = file
        answer = self.printing(lambda: self.namespace.update(self.fresh(file)))
        if "error" not in answer:
            own = [
                (name, function)
                for name, function in self.namespace.items()
                if inspect.isfunction(function) and name[:1] != "_"
            ]
            answer = {**answer, "functions": [described(name, function) for name, function in own]}
        answer.pop("value", None)
        return answer

    def judge(self, name, helpers):
        """Chooses the function that is called from now on, in a namespace as new; `helpers` are replaced."""

        def choose():
            self.namespace = self.fresh(self.file)
            self.function = self.namespace[name]
            for own, of_reference in helpers.items():
                self.namespace[own] = self.reference[of_reference]

        answer = self.printing(choose)
        answer.pop("value", None)
        return answer

    def call(self, request):
        case = Case(request.get("tree"), request.get("seed", 0))
        for names in (self.reference, self.namespace):
            names.update(case.names)
            if case.names:
                names["_valeur"] = case.names[request.get("leaf", "Valeur")]
        if case.names:
            self.namespace.setdefault("A", "A")
            self.namespace.setdefault("B", "B")
        arguments = [decode(value, case) for value in request["call"]]
        answer = self.printing(lambda: encode(self.function(*arguments)))
        answer["args"] = [
            encode(argument) if isinstance(argument, (dict, list)) else None for argument in arguments
        ]
        if case.names:
            answer["seen"] = [encode(p) for p in case.seen]
        return answer


def stand_in_for_numpy():
    """The one name of numpy that the texts use, where it is not installed."""
    try:
        import numpy  # noqa: F401
    except Exception:
        numpy = types.ModuleType("numpy")
        numpy.inf = float("inf")
        sys.modules["numpy"] = numpy


FORBIDDEN = (
    "os.fork os.forkpty os.posix_spawn os.spawn os.exec os.system os.startfile os.kill os.killpg subprocess.Popen "
    "pty.spawn signal.pthread_kill socket.__new__ socket.connect socket.bind resource.setrlimit resource.prlimit "
    "ctypes.dlsym os.chdir sys.addaudithook"
).split()
CHANGES = (
    "os.remove os.rename os.rmdir os.mkdir os.link os.symlink os.truncate os.chmod os.chown os.utime shutil.rmtree "
    "shutil.move shutil.copyfile"
).split()
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def forbid(worker):
    """Refuses other processes, sockets, and files outside the working directory."""
    folder = os.path.realpath(os.getcwd()) + os.sep

    def inside(path):
        if isinstance(path, int):
            return True
        try:
            return (os.path.realpath(os.fsdecode(path)) + os.sep).startswith(folder)
        except (TypeError, ValueError):
            return False

    def hook(event, arguments):
        if event in FORBIDDEN:
            refuse(event)
        elif event == "ctypes.dlopen" and arguments[0] is not None:
            refuse(event)
        elif event == "open":
            path, _, flags = arguments
            if flags & WRITES and not inside(path) and path != os.devnull:
                refuse("open")
        elif event in CHANGES and not all(inside(path) for path in arguments[:2] if isinstance(path, (str, bytes))):
            refuse(event)

    def refuse(event):
        worker.refused = event
        raise Refused(event)

    sys.addaudithook(hook)


def limit(memory, seconds):
    """Limits this process, where the system can."""
    try:
        import resource
    except ImportError:
        return
    wanted = {"AS": memory, "CPU": seconds, "FSIZE": 1 << 20, "CORE": 0}
    for name, most in wanted.items():
        try:
            number = getattr(resource, "RLIMIT_" + name)
            soft, hard = resource.getrlimit(number)
            if hard != resource.RLIM_INFINITY:
                most = min(most, hard)
            resource.setrlimit(number, (most, most))
        except (AttributeError, OSError, ValueError):
            pass


def serve(worker, requests, answers):
    """Answers line by line."""
    for line in requests:
        answer = worker.answer(json.loads(line))
        answers.write(json.dumps(answer) + "\n")
        # The judge may have sent more than one request; it waits for each answer.
        answers.flush()


def from_file(file):
    """A namespace as after running the file."""
    with open(file, "rb") as source:
        code = compile(source.read(), file, "exec")
    namespace = {"__name__": "__noyau__", "__file__": file}
    exec(code, namespace)
    return namespace


def main(reference, memory, seconds):
    # The student's code has neither of the two pipes under their usual numbers.
    requests, answers = os.fdopen(os.dup(0), "r", encoding="utf-8"), os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)
    sys.stdin = open(os.devnull, encoding="utf-8")
    limit(memory, seconds)
    stand_in_for_numpy()
    worker = Worker(reference, from_file)
    forbid(worker)
    serve(worker, requests, answers)
