"""Exercises of the course: posed, marked step by step, hinted at and printed."""

import pickle

import pytest

import noyau


@pytest.mark.parametrize("kind", noyau.exercise_kinds())
def test_the_key_of_every_kind_is_right_and_a_wrong_step_is_not(kind):
    figures = noyau.exercise_kinds()[kind]
    for posed in [noyau.exercise(kind, seed=seed, level=seed % 5 + 1) for seed in range(5)] + [noyau.exercise(kind, figure=figure) for figure in figures]:
        assert posed.mark(posed.key).done
        begun = posed.mark(posed.key[:-1])
        assert begun and not begun.done and begun.right == len(posed.key) - 1
        wrong = posed.mark([*posed.key[:-1], "???"])
        assert not wrong and wrong.why and wrong.right == begun.right
        # The third degree tells the step; at the end there is none.
        hints = [posed.hint(posed.key[:-1], degree) for degree in (1, 2, 3)]
        assert all(hints) and posed.key[-1] in hints[2] and posed.hint(posed.key) is None
        assert [posed.graph, posed.tree, posed.position].count(None) == 2
        assert posed._repr_svg_().startswith("<svg") and posed.question in str(posed)


def test_the_same_seed_is_the_same_exercise():
    one, other = noyau.exercise("kernel", seed=7), noyau.exercise("kernel", seed=8)
    assert one == noyau.exercise("kernel", seed=7) == pickle.loads(pickle.dumps(one))
    assert one != other and one.graph != other.graph
    assert noyau.exercise("kernel", figure="chomp-2x3").graph[4] == [7, 8]
    assert noyau.exercise("kernel", figure="chomp-2x3").mark([8, 6, 2]).done


def test_a_sheet_has_the_questions_and_the_key_in_both_languages():
    posed = [noyau.exercise("minimax", seed=seed) for seed in range(3)]
    assert noyau.sheet(posed).count("tikzpicture") >= 6
    noyau.set_language("fr")
    try:
        assert "racine A" in posed[0].question and "racine A" in noyau.sheet(posed)
    finally:
        noyau.set_language("en")


def test_what_there_is_not_is_said():
    with pytest.raises(ValueError, match="kernel"):
        noyau.exercise("kernels")
    with pytest.raises(ValueError, match="from 1 to 5"):
        noyau.exercise("kernel", level=6)
    with pytest.raises(ValueError, match="three-cycle"):
        noyau.exercise("kernel", figure="exercise-5")
    with pytest.raises(ValueError, match="1, 2 or 3"):
        noyau.exercise("kernel").hint(degree=4)
