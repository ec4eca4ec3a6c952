"""The functions of the texts as a student writes them: graphs, and trees without cuts."""

import random

import numpy as np


def sansSuccesseur(d):
    for s in d:
        if d[s] == []:
            return s


def successeurs(d, s):
    return d[s]


def predecesseurs(d, j):
    L = []
    for s in d:
        if j in d[s]:
            L.append(s)
    return L


def supprimeElement(L, j):
    return [x for x in L if x != j]


def supprimeSommet(d, j):
    del d[j]
    for s in d:
        d[s] = supprimeElement(d[s], j)


def noyau(d):
    d2 = d.copy()
    N = []
    while d2 != {}:
        s = sansSuccesseur(d2)
        N.append(s)
        for p in predecesseurs(d2, s):
            supprimeSommet(d2, p)
        supprimeSommet(d2, s)
    return N


def strategie(d):
    strat = {}
    Lnoy = noyau(d)

    def completerStrat(s):
        if len(d[s]) > 0:
            for t in d[s]:
                if t in Lnoy:
                    strat[s] = t
            for j in d[strat[s]]:
                completerStrat(j)

    completerStrat(0)
    return strat


def sansNimber(d, n):
    for s in d:
        if s not in n:
            complet = True
            for t in d[s]:
                if t not in n:
                    complet = False
            if complet:
                return s
    return None


def nimber(d):
    n = {}
    s = sansNimber(d, n)
    while s is not None:
        deja = [n[t] for t in d[s]]
        k = 0
        while k in deja:
            k += 1
        n[s] = k
        s = sansNimber(d, n)
    return n


def grundy(n, p):
    g = [[0] * p for _ in range(n)]
    for i in range(n):
        for j in range(p):
            deja = [g[k][j] for k in range(i)] + [g[i][k] for k in range(j)]
            deja += [g[i - k][j - k] for k in range(1, min(i, j) + 1)]
            k = 0
            while k in deja:
                k += 1
            g[i][j] = k
    return g


def wythoff(n, p):
    g = grundy(n + 1, p + 1)
    for k in range(1, n + 1):
        if g[n - k][p] == 0:
            return (n - k, p)
    for k in range(1, p + 1):
        if g[n][p - k] == 0:
            return (n, p - k)
    for k in range(1, min(n, p) + 1):
        if g[n - k][p - k] == 0:
            return (n - k, p - k)


def alignements():
    for i in range(6):
        for j in range(7):
            for di, dj in [(0, 1), (1, 0), (1, 1), (1, -1)]:
                if i + 3 * di < 6 and 0 <= j + 3 * dj < 7:
                    yield [(i + k * di, j + k * dj) for k in range(4)]


def heuristique(p):
    somme = 0
    for cases in alignements():
        s = sum(p[i][j] for i, j in cases)
        if s == 4:
            return np.inf
        if s == -4:
            return -np.inf
        somme += s
    return somme


def minimax(p, n):
    if n == 0 or successeurs(p) == []:
        return h(p)
    mini = np.inf
    for pk in successeurs(p):
        s = maximin(pk, n - 1)
        if s < mini:
            mini = s
    return mini


def maximin(p, n):
    if n == 0 or successeurs(p) == []:
        return h(p)
    maxi = -np.inf
    for pk in successeurs(p):
        s = minimax(pk, n - 1)
        if s > maxi:
            maxi = s
    return maxi


def Evaluation_Joueur_A(configuration):
    C = Coup("A", configuration)
    if C == []:
        return gagnante(configuration)
    Valeur = False
    for c in C:
        Valeur = Valeur or Evaluation_Joueur_B(Jeu(c, configuration))
    return Valeur


def Evaluation_Joueur_B(configuration):
    C = Coup("B", configuration)
    if C == []:
        return gagnante(configuration)
    Valeur = True
    for c in C:
        Valeur = Valeur and Evaluation_Joueur_A(Jeu(c, configuration))
    return Valeur


def Monte_Carlo(configuration, taille_echantillon):
    Somme = 0
    for i in range(taille_echantillon):
        C = configuration
        Joueur = "B"
        while Coup(Joueur, C) != []:
            C = Jeu(random.choice(Coup(Joueur, C)), C)
            Joueur = "A" if Joueur == "B" else "B"
        Somme = Somme + Valeur(C)
    return Somme / taille_echantillon


def attracteurs(G, fA):
    d = {}

    def aux(v):
        if v not in d:
            succ = [aux(w) for w in G[v]]
            if len(G[v]) == 0:
                d[v] = not fA(v)
            elif fA(v):
                d[v] = any(succ)
            else:
                d[v] = all(succ)
        return d[v]

    return [v for v in G if aux(v)]


def nim(n):
    G = {}
    for i in range(1, n + 1):
        for j in ["A", "B"]:
            G[(i, j)] = []
            for k in range(i + 1, i + 4):
                if k <= n:
                    G[(i, j)].append((k, "A" if j == "B" else "B"))
    return G


def suite_attracteurs(G, S1, F1):
    suite = [set(F1)]
    while True:
        A = set(suite[-1])
        for s in G:
            if S1(s):
                if any(t in suite[-1] for t in G[s]):
                    A.add(s)
            elif G[s] != [] and all(t in suite[-1] for t in G[s]):
                A.add(s)
        if A == suite[-1]:
            return suite
        suite.append(A)


def MinMax(A, n, p, h):
    if A.est_final(n) or p == 0:
        return h(n)
    if A.est_a_J1(n):
        res = -np.inf
        for f in A.fils[n]:
            v = MinMax(A, f, p - 1, h)
            res = max(v, res)
        return res
    res = np.inf
    for f in A.fils[n]:
        v = MinMax(A, f, p - 1, h)
        res = min(v, res)
    return res


def MeilleurCoup(A, n, p, h):
    score = MinMax(A, n, p, h)
    for f in A.fils[n]:
        if MinMax(A, f, p - 1, h) == score:
            return f


def AlphaBeta(A, n, p, h, alpha, beta):
    if A.est_final(n) or p == 0:
        return h(n)
    if A.est_a_J1(n):
        a = alpha
        for f in A.fils[n]:
            v = AlphaBeta(A, f, p - 1, h, a, beta)
            a = max(v, a)
            if a >= beta:
                return a
        return a
    b = beta
    for f in A.fils[n]:
        v = AlphaBeta(A, f, p - 1, h, alpha, b)
        b = min(v, b)
        if b <= alpha:
            return b
    return b
