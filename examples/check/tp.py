# TP : le jeu de Chomp. Deux fonctions sont fausses.


def sans_successeur(d):
    for s in d:
        if d[s] == []:
            return s


def predecesseurs(d, j):
    L = []
    for s in d:
        if s in d[j]:
            L.append(s)
    return L


def supprime_sommet(d, j):
    del d[j]
    for s in d:
        d[s] = [t for t in d[s] if t != j]


def noyau(d):
    d2 = d.copy()
    N = []
    while d2 != {}:
        s = sans_successeur(d2)
        N.append(s)
        for p in predecesseurs(d2, s):
            supprime_sommet(d2, p)
        supprime_sommet(d2, s)
    return N


def nimber(d, n={}):
    def aux(s):
        if s not in n:
            deja = [aux(t) for t in d[s]]
            k = 0
            while k in deja:
                k += 1
            n[s] = k
        return n[s]

    return {s: aux(s) for s in d}
