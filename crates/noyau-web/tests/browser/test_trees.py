"""Trees: the course's cuts, stepped; the effect of the order; exercises."""

import json
import re

import pytest
from conftest import picture, settle

pytestmark = pytest.mark.drawing

# The example of the course for alpha cuts, and a mirror of it for beta cuts.
ALPHA = [[5, 3, 4], [2, 6, 7], [1, 8, 4]]


def search(tree, alpha, beta, maximise, path, cuts, leaves):
    """Alpha-beta as the course prints it, to know where the cuts belong."""
    if not isinstance(tree, list):
        leaves.append(path)
        return tree
    best = float("-inf") if maximise else float("inf")
    for i, child in enumerate(tree):
        value = search(child, alpha, beta, not maximise, (*path, i), cuts, leaves)
        best = max(best, value) if maximise else min(best, value)
        if (maximise and best >= beta) or (not maximise and best <= alpha):
            cuts += [((*path, j), "β" if maximise else "α") for j in range(i + 1, len(tree))]
            return best
        if maximise:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
    return best


def paths(nodes):
    """The way from the root to each node, by numbers of children."""
    found, count = [()], {0: 0}
    for index, node in enumerate(nodes[1:], 1):
        parent = node["parent"]
        found.append((*found[parent], count[parent]))
        count[parent] += 1
        count[index] = 0
    return found


def type_tree(page, text):
    page.fill(".editor textarea", text)
    page.click(".draw-tree")
    settle(page)


def test_alpha_beta_is_stepped_with_cuts_where_they_belong(open_page):
    page = open_page("/trees")
    for tree, first in ((ALPHA, "first"), (ALPHA, "second"), ([[[3, 17], [2, 12]], [[15], [25, 0]], [[2, 5], [3, 2, 14]]], "first")):
        type_tree(page, json.dumps(tree))
        page.locator("select[data-option=first]").select_option(first)
        settle(page)
        cuts, leaves = [], []
        value = search(tree, float("-inf"), float("inf"), first == "first", (), cuts, leaves)
        nodes = page.request.post(f"{page.api}/tree", data={"text": json.dumps(tree), "first": first, "algorithm": "alphabeta"}).json()["nodes"]
        where = paths(nodes)
        page.get_by_role("button", name="To the end").click()
        struck = page.evaluate("[...document.querySelectorAll('.branch')].filter((one) => one.querySelector('.cut')).map((one) => [Number(one.dataset.node), one.querySelector('.greek').textContent])")
        assert sorted((where[node], greek) for node, greek in struck) == sorted(cuts), (tree, first)
        assert str(value) in page.inner_text(".answer-line")
        row = page.locator("#counters tbody tr").nth(1).locator("td").all_inner_texts()
        assert row[1] == str(len(leaves)), row
        minimax = page.locator("#counters tbody tr").nth(0).locator("td").all_inner_texts()
        assert minimax[0] == str(len(nodes))


def test_steps_go_forward_and_back_with_windows_at_the_nodes(open_page):
    page = open_page("/trees")
    forward, back = page.get_by_role("button", name="One step forward"), page.get_by_role("button", name="One step back")
    total = int(page.get_attribute(".stepper input[type=range]", "max"))
    seen = []
    for _ in range(total):
        forward.click()
        seen.append((page.inner_text("#step-words"), page.locator(".branch .cut").count(), page.locator(".tree .window").count()))
    assert all(text for text, _, _ in seen)
    assert seen[-1][1] == 8, "two cuts skip two leaves each, each struck by two strokes"
    assert max(windows for _, _, windows in seen) == 4
    assert "−∞" in page.text_content("svg.tree")
    for expected in reversed(seen[:-1]):
        back.click()
        assert (page.inner_text("#step-words"), page.locator(".branch .cut").count(), page.locator(".tree .window").count()) == expected
    page.get_by_role("button", name="To the end").click()
    picture(page, "trees")


def test_the_order_of_children_changes_the_counters(open_page):
    page = open_page("/trees")
    leaves = {}
    for order in ("best", "worst", "shuffled"):
        page.locator("select[data-option=order]").select_option(order)
        settle(page)
        leaves[order] = int(page.locator("#counters tbody tr").nth(1).locator("td").nth(1).inner_text())
    assert leaves["best"] == 5 and leaves["worst"] > leaves["best"], leaves
    assert "order=shuffled" in page.url


def test_a_game_becomes_a_tree(open_page):
    page = open_page("/trees?game=tictactoe&after=a1 b2 c3 a3 c1&depth=2")
    page.wait_for_selector("svg.tree .node")
    assert page.locator("svg.tree .node").count() > 4
    page.get_by_role("button", name="To the end").click()
    assert page.inner_text("#step-words")


def test_a_mistake_in_a_tree_is_shown_at_its_place(open_page, watch):
    watch.refusals = True
    page = open_page("/trees")
    page.fill(".editor textarea", "[[5, 3],\n [2, x]]")
    page.click(".draw-tree")
    page.wait_for_selector(".problems .place")
    assert "Line 2" in page.inner_text(".problems .place")
    assert page.get_attribute(".behind .wrong", "data-line") == "2"


def minimax(tree, maximise, path, values):
    if not isinstance(tree, list):
        return tree
    values[path] = (max if maximise else min)(minimax(child, not maximise, (*path, i), values) for i, child in enumerate(tree))
    return values[path]


def test_an_exercise_is_answered_wrongly_then_rightly(open_page):
    """Exercise 5 of the course: the value of every node."""
    page = open_page("/trees?exercise=minimax&size=3,2&seed=4")
    page.wait_for_selector("input.answer")
    text = page.input_value(".editor textarea")
    nodes = page.request.post(f"{page.api}/tree", data={"text": text, "algorithm": "minimax"}).json()["nodes"]
    values = {}
    minimax(json.loads(text), True, (), values)
    where = paths(nodes)
    inner = [index for index, node in enumerate(nodes) if not node["leaf"]]
    assert page.locator("input.answer").count() == len(inner) == 7
    for index in inner:
        page.fill(f"input[data-answer='{index}']", str(values[where[index]] + (1 if index == inner[0] else 0)))
    page.get_by_role("button", name="Check my answer").click()
    page.wait_for_selector("#verdict .problem")
    assert page.locator("#verdict li").count() >= 1
    assert page.locator(".node.wrong").count() >= 1
    page.fill(f"input[data-answer='{inner[0]}']", str(values[()]))
    page.get_by_role("button", name="Check my answer").click()
    page.wait_for_selector("#verdict .right")


def test_an_exercise_on_cuts(open_page):
    """Exercise 6 of the course: where alpha-beta cuts."""
    page = open_page("/trees?exercise=alphabeta&size=2,3&seed=3")
    page.wait_for_selector("button.scissors")
    tree = json.loads(page.input_value(".editor textarea"))
    nodes = page.request.post(f"{page.api}/tree", data={"text": json.dumps(tree), "algorithm": "alphabeta"}).json()["nodes"]
    where = paths(nodes)
    cuts = []
    search(tree, float("-inf"), float("inf"), True, (), cuts, [])
    wanted = {path for path, _ in cuts}
    page.get_by_role("button", name="Check my answer").click()
    if wanted:
        page.wait_for_selector("#verdict .problem")
    for index, path in enumerate(where):
        if path in wanted:
            page.click(f"button[data-cut='{index}']")
    page.get_by_role("button", name="Check my answer").click()
    page.wait_for_selector("#verdict .right")
    page.get_by_role("button", name="New exercise").wait_for(state="attached")
    before = page.input_value(".editor textarea")
    page.click(".invent")
    page.wait_for_function("(text) => document.querySelector('.editor textarea').value !== text", arg=before)


def test_a_tree_is_exported(open_page):
    page = open_page("/trees")
    for kind, inside in {"svg": "<svg", "tikz": "tikz", "json": "[", "indented": "5"}.items():
        with page.expect_download() as given:
            page.get_by_label("Export…").select_option(kind)
        assert inside in given.value.path().read_text(), kind
    assert re.search(r"\d", page.inner_text("#counters"))
