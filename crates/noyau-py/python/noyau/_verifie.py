"""Juger une fonction définie dans un carnet : le jugement de ``noyau check``, sur un objet."""

from __future__ import annotations

import json
import os
import select
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from typing import IO, TYPE_CHECKING, Any, Optional

from noyau import _noyau

if TYPE_CHECKING:
    from noyau.cours import Verification


def _harnais() -> dict[str, Any]:
    """Les définitions du programme qui exécute les fonctions."""
    source, reference = _noyau.check_programs()
    espace: dict[str, Any] = {"__name__": "noyau._harnais"}
    exec(compile(source, "harness.py", "exec"), espace)
    espace["REFERENCE"] = reference
    return espace


class _Essais:
    """Les appels d'une fonction, dans des processus dédoublés de celui-ci, ou dans celui-ci où cela n'existe pas."""

    def __init__(self, f: Callable[..., Any], temps: float, memoire: int) -> None:
        self.f = f
        self.temps = temps
        self.memoire = memoire
        self.harnais = _harnais()
        self.dossier = tempfile.mkdtemp(prefix="noyau-")
        self.processus: Optional[int] = None
        self.demandes: Optional[IO[str]] = None
        self.lu = -1
        self.tampon = b""
        self.ouvrier: Any = None

    def _nouvel_ouvrier(self) -> Any:
        espace = self.f.__globals__
        espace[self.f.__name__] = self.f
        return self.harnais["Worker"](self.harnais["REFERENCE"], lambda _: espace)

    def recommence(self) -> None:
        """Un processus neuf, où la fonction est comme au moment de l'appel."""
        self.termine()
        if not hasattr(os, "fork"):
            self.ouvrier = self._nouvel_ouvrier()
            return
        vers_fils, ecrit = os.pipe()
        self.lu, vers_pere = os.pipe()
        sys.stdout.flush()
        self.processus = os.fork()
        if self.processus == 0:
            try:
                os.close(ecrit)
                os.close(self.lu)
                self._dans_le_fils(vers_fils, vers_pere)
            finally:
                os._exit(0)
        os.close(vers_fils)
        os.close(vers_pere)
        self.demandes = os.fdopen(ecrit, "w", encoding="utf-8")
        self.tampon = b""

    def _dans_le_fils(self, lu: int, ecrit: int) -> None:
        os.setsid()
        os.chdir(self.dossier)
        rien = os.open(os.devnull, os.O_RDWR)
        for numero in (0, 1, 2):
            os.dup2(rien, numero)
        sys.stdin = open(os.devnull, encoding="utf-8")
        sys.stdout = open(os.devnull, "w", encoding="utf-8")
        for numero in (signal.SIGINT, signal.SIGTERM):
            signal.signal(numero, signal.SIG_DFL)
        self.harnais["limit"](self.memoire + _taille(), 24 * 3600)
        ouvrier = self._nouvel_ouvrier()
        self.harnais["forbid"](ouvrier)
        with os.fdopen(lu, encoding="utf-8") as demandes, os.fdopen(ecrit, "w", encoding="utf-8") as reponses:
            self.harnais["serve"](ouvrier, demandes, reponses)

    def demande(self, lignes: list[str]) -> tuple[list[str], Optional[tuple[str, str]]]:
        """Les réponses à des demandes, et pourquoi la suivante n'en a pas."""
        reponses: list[str] = []
        for ligne in lignes:
            if '"judge"' in ligne and self.processus is not None:
                # Les appels précédents ont pu laisser des traces.
                self.recommence()
                charge = json.dumps({"load": "notebook"})
                if (perte := self._une(charge)[1]) is not None:
                    return reponses, perte
            reponse, perte = self._une(ligne)
            if reponse is None:
                return reponses, perte
            reponses.append(reponse)
        return reponses, None

    def _une(self, ligne: str) -> tuple[Optional[str], Optional[tuple[str, str]]]:
        if self.ouvrier is not None:
            return json.dumps(self.ouvrier.answer(json.loads(ligne))), None
        if self.demandes is None:
            return None, ("dead", "exit")
        try:
            self.demandes.write(ligne + "\n")
            self.demandes.flush()
        except OSError:
            self.termine()
            return None, ("dead", "exit")
        fin = time.monotonic() + self.temps
        while b"\n" not in self.tampon:
            reste = fin - time.monotonic()
            if reste <= 0 or not select.select([self.lu], [], [], reste)[0]:
                self.termine()
                return None, ("slow", f"{self.temps:g}".replace(".", ","))
            morceau = os.read(self.lu, 1 << 16)
            if not morceau:
                self.termine()
                return None, ("dead", "exit")
            self.tampon += morceau
        reponse, self.tampon = self.tampon.split(b"\n", 1)
        return reponse.decode(), None

    def termine(self) -> None:
        """Met fin au processus, avec ceux qu'il a lancés."""
        self.ouvrier = None
        if self.demandes is not None:
            try:
                self.demandes.close()
            except OSError:
                pass
            self.demandes = None
        if self.lu >= 0:
            os.close(self.lu)
            self.lu = -1
        if self.processus is not None:
            for fin in (os.killpg, os.kill):
                try:
                    fin(self.processus, signal.SIGKILL)
                except OSError:
                    pass
            os.waitpid(self.processus, 0)
            self.processus = None

    def ferme(self) -> None:
        self.termine()
        shutil.rmtree(self.dossier, ignore_errors=True)


def _taille() -> int:
    """La mémoire virtuelle de ce processus, dont le fils hérite."""
    try:
        with open("/proc/self/statm", encoding="ascii") as statm:
            return int(statm.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 1 << 34


def verifie(
    f: Callable[..., Any],
    nom: Optional[str] = None,
    *,
    essais: int = 300,
    graine: int = 1,
    temps: float = 1.0,
    memoire: int = 1 << 29,
) -> Verification:
    """Juge une fonction des textes, comme ``noyau check`` : sur les exemples du cours et sur des graphes et arbres tirés,
    et montre le plus petit contre-exemple trouvé.

    ``nom`` est le nom de la fonction dans les textes, si elle s'appelle autrement. Les autres fonctions des textes sont
    remplacées par celles de la référence : une erreur n'en entraîne pas une autre. La fonction s'exécute dans un processus
    à part : ``temps`` secondes par appel et ``memoire`` octets au plus.

    >>> def noyau(d):
    ...     return [s for s in d if d[s] == []]
    >>> jugement = verifie(noyau)
    >>> jugement.juste, jugement.contre_exemple["calls"], jugement.contre_exemple["expected"]
    (False, ['noyau({0: [2], 1: [], 2: [1]})'], '[0, 1]')
    >>> print(jugement.message)
    0 n'est pas choisi, et aucun coup n'en mène à un sommet choisi : un noyau est absorbant
    """
    if not callable(f) or not hasattr(f, "__globals__") or not hasattr(f, "__name__"):
        raise TypeError(f"il faut une fonction définie par def, et non {f!r:.60}")
    if essais < 1:
        raise ValueError(f"le nombre d'essais vaut {essais} : il faut un entier, au moins 1")
    if temps <= 0 or memoire <= 0:
        raise ValueError("le temps et la mémoire sont plus grands que 0")
    a_juger = _Essais(f, temps, memoire)
    try:
        dit = _noyau.check_function(
            nom or f.__name__,
            f.__name__,
            a_juger.recommence,
            a_juger.demande,
            tries=essais,
            seed=graine,
            own=False,
        )
    finally:
        a_juger.ferme()
    # Ce module est lu par celui-là.
    from noyau.cours import Verification

    return Verification(json.loads(dit))
