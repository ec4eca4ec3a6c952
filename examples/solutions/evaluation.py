"""The functions of the second text that give the value of a whole tree, under the names of the and/or ones."""

import numpy as np


def Evaluation_Joueur_A(configuration):
    C = Coup("A", configuration)
    if C == []:
        return Valeur(configuration)
    v = -np.inf
    for c in C:
        v = max(v, Evaluation_Joueur_B(Jeu(c, configuration)))
    return v


def Evaluation_Joueur_B(configuration):
    C = Coup("B", configuration)
    if C == []:
        return Valeur(configuration)
    v = np.inf
    for c in C:
        v = min(v, Evaluation_Joueur_A(Jeu(c, configuration)))
    return v
