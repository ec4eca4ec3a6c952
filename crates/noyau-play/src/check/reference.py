"""The functions of the texts, plainly, in place of a student's own while another function is judged.

`successeurs`, `h`, `Coup`, `Jeu`, `Valeur` and `gagnante` are those of the case.
"""

inf = float("inf")


def sansSuccesseur(d):
    for s in d:
        if len(d[s]) == 0:
            return s


def predecesseurs(d, j):
    return [s for s in d if j in d[s]]


def supprimeElement(L, j):
    return [e for e in L if e != j]


def supprimeSommet(d, j):
    del d[j]
    for s in d:
        d[s] = supprimeElement(d[s], j)


def noyau(d):
    d2 = d.copy()
    N = []
    while len(d2) > 0:
        s = sansSuccesseur(d2)
        N.append(s)
        for p in predecesseurs(d2, s):
            supprimeSommet(d2, p)
        supprimeSommet(d2, s)
    return N


def strategie(d):
    N = noyau(d)
    strat = {}

    def completerStrat(s):
        if len(d[s]) > 0 and s not in strat:
            strat[s] = [t for t in d[s] if t in N][0]
            for j in d[strat[s]]:
                completerStrat(j)

    completerStrat(next(iter(d)))
    return strat


def sansNimber(d, n):
    for s in d:
        if s not in n and all(t in n for t in d[s]):
            return s


def nimber(d):
    n = {}
    s = sansNimber(d, n)
    while s is not None:
        deja = [n[t] for t in d[s]]
        n[s] = min(k for k in range(len(deja) + 1) if k not in deja)
        s = sansNimber(d, n)
    return n


def grundy(n, p):
    g = [[0] * p for _ in range(n)]
    for i in range(n):
        for j in range(p):
            deja = {g[k][j] for k in range(i)} | set(g[i][:j]) | {g[i - k][j - k] for k in range(1, min(i, j) + 1)}
            while g[i][j] in deja:
                g[i][j] += 1
    return g


def wythoff(n, p):
    g = grundy(n + 1, p + 1)
    for i in range(n + 1):
        for j in range(p + 1):
            if g[i][j] == 0 and (i, j) != (n, p) and (i == n or j == p or n - i == p - j):
                return i, j


def heuristique(p):
    somme, directions = 0, [(0, 1), (1, 0), (1, 1), (1, -1)]
    for i in range(6):
        for j in range(7):
            for di, dj in directions:
                cases = [(i + k * di, j + k * dj) for k in range(4)]
                if all(0 <= a < 6 and 0 <= b < 7 for a, b in cases):
                    pions = [p[a][b] for a, b in cases]
                    if pions in ([1] * 4, [-1] * 4):
                        return inf * pions[0]
                    somme += sum(pions)
    return somme


def minimax(*arguments):
    return _cherche(False, *arguments)


def maximin(*arguments):
    return _cherche(True, *arguments)


def _cherche(adam, *arguments):
    elague = len(arguments) == 4
    alpha, beta, p, n = arguments if elague else (-inf, inf, *arguments)
    if n == 0 or len(successeurs(p)) == 0:
        return h(p)
    meilleur = -inf if adam else inf
    for pk in successeurs(p):
        s = _cherche(not adam, alpha, beta, pk, n - 1) if elague else _cherche(not adam, pk, n - 1)
        meilleur = max(meilleur, s) if adam else min(meilleur, s)
        if elague:
            if meilleur >= beta if adam else meilleur <= alpha:
                return meilleur
            alpha, beta = (max(alpha, meilleur), beta) if adam else (alpha, min(beta, meilleur))
    return meilleur


def Evaluation_Joueur_A(configuration, *horizon):
    return _evalue("A", configuration, *horizon)


def Evaluation_Joueur_B(configuration, *horizon):
    return _evalue("B", configuration, *horizon)


def _evalue(joueur, configuration, *horizon):
    C = Coup(joueur, configuration)
    if len(C) == 0 or horizon == (0,):
        return _valeur(configuration)
    autre = "B" if joueur == "A" else "A"
    valeurs = [_evalue(autre, Jeu(c, configuration), *[n - 1 for n in horizon]) for c in C]
    return max(valeurs) if joueur == "A" else min(valeurs)


def Monte_Carlo(configuration, taille_echantillon):
    somme = 0
    for _ in range(taille_echantillon):
        C, joueur = configuration, "B"
        while not feuille(C):
            C = Jouer(C, joueur, S0)
            joueur = adversaire(joueur)
        somme += Valeur(C)
    return somme / taille_echantillon


def attracteurs(G, fA):
    d = {}

    def aux(v):
        if v not in d:
            succ = [aux(w) for w in G[v]]
            d[v] = not fA(v) if len(succ) == 0 else any(succ) if fA(v) else all(succ)
        return d[v]

    return [v for v in G if aux(v)]


def nim(n):
    return {
        (i, j): [(k, "A" if j == "B" else "B") for k in range(i + 1, i + 4) if k <= n]
        for i in range(1, n + 1)
        for j in "AB"
    }


def suite_attracteurs(G, S1, F1=None):
    A = {s for s in G if not G[s] and not S1(s)} if F1 is None else set(F1)
    suite = [A]
    while True:
        B = A | {s for s in G if G[s] and (any if S1(s) else all)(t in A for t in G[s])}
        if B == A:
            return suite
        A = B
        suite.append(A)


def MinMax(A, n, p, h):
    if A.est_final(n) or p == 0:
        return h(n)
    valeurs = [MinMax(A, f, p - 1, h) for f in A.fils[n]]
    return max(valeurs) if A.est_a_J1(n) else min(valeurs)


def MeilleurCoup(A, n, p, h):
    score = MinMax(A, n, p, h)
    for f in A.fils[n]:
        if MinMax(A, f, p - 1, h) == score:
            return f


def AlphaBeta(A, n, p, h, alpha=-inf, beta=inf):
    if A.est_final(n) or p == 0:
        return h(n)
    for f in A.fils[n]:
        v = AlphaBeta(A, f, p - 1, h, alpha, beta)
        if A.est_a_J1(n):
            alpha = max(v, alpha)
        else:
            beta = min(v, beta)
        if alpha >= beta:
            break
    return alpha if A.est_a_J1(n) else beta
