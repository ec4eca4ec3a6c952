"""The functions whose names have another form in the texts: cuts in minimax, and values within a horizon."""

import numpy as np


def minimax(alpha, beta, p, n):
    if n == 0 or successeurs(p) == []:
        return h(p)
    mini = np.inf
    for pk in successeurs(p):
        s = maximin(alpha, beta, pk, n - 1)
        if s < mini:
            mini = s
        if mini <= alpha:
            return mini
        beta = min(beta, mini)
    return mini


def maximin(alpha, beta, p, n):
    if n == 0 or successeurs(p) == []:
        return h(p)
    maxi = -np.inf
    for pk in successeurs(p):
        s = minimax(alpha, beta, pk, n - 1)
        if s > maxi:
            maxi = s
        if maxi >= beta:
            return maxi
        alpha = max(alpha, maxi)
    return maxi


def evaluationJoueurA(configuration, horizon):
    C = Coup("A", configuration)
    if C == [] or horizon == 0:
        return Valeur(configuration)
    v = -np.inf
    for c in C:
        v = max(v, evaluationJoueurB(Jeu(c, configuration), horizon - 1))
    return v


def evaluationJoueurB(configuration, horizon):
    C = Coup("B", configuration)
    if C == [] or horizon == 0:
        return Valeur(configuration)
    v = np.inf
    for c in C:
        v = min(v, evaluationJoueurA(Jeu(c, configuration), horizon - 1))
    return v


def suite_attracteurs(G, S1):
    A = {s for s in G if G[s] == [] and not S1(s)}
    suite = []
    while suite == [] or A != suite[-1]:
        suite.append(A)
        A = A | {s for s in G if S1(s) and any(t in A for t in G[s])}
        A = A | {s for s in G if not S1(s) and G[s] != [] and all(t in suite[-1] for t in G[s])}
    return suite
