// The algorithms of the course, line by line. Every key is in code.fr.js too; a test checks it.

/** @type {Record<string, string>} */
export default {
  'code.title': 'The algorithm, line by line',
  'code.kernel': 'N ← ∅\nwhile vertices are left:\n  s ← a vertex without successor\n  N ← N ∪ {s}\n  remove s and its predecessors\nreturn N',
  'code.attractor': 'A ← final positions that the player wins\nrepeat:\n  for each vertex s outside A:\n    the player’s, a successor in A: add s\n    the opponent’s, all successors in A: add s\nuntil A does not change\nreturn A',
  'code.nimbers': 'while a vertex has no nimber:\n  s ← a vertex all of whose successors have one\n  without successor: n(s) ← 0\n  else: n(s) ← least number not in E = {n(t), t a successor of s}\nreturn n',
  'code.andor': 'Evaluation_A(p):\n  if p is a leaf: return won(p)\n  Value ← false\n  for each child f: Value ← Value or Evaluation_B(f)\n  return Value\nEvaluation_B(p):\n  if p is a leaf: return won(p)\n  Value ← true\n  for each child f: Value ← Value and Evaluation_A(f)\n  return Value',
  'code.minimax': 'maximin(p, n):\n  if n = 0 or p is a leaf: return h(p)\n  maxi ← −∞\n  for each child f: maxi ← max(maxi, minimax(f, n − 1))\n  return maxi\nminimax(p, n):\n  if n = 0 or p is a leaf: return h(p)\n  mini ← +∞\n  for each child f: mini ← min(mini, maximin(f, n − 1))\n  return mini',
  'code.extreme': 'maximin(α, β, p, n):\n  if n = 0 or p is a leaf: return h(p)\n  maxi ← −∞\n  for each child f: maxi ← max(maxi, minimax(α, β, f, n − 1))\n    if maxi ≥ β: return maxi\n    α ← max(α, maxi)\n  return maxi\nminimax(α, β, p, n):\n  if n = 0 or p is a leaf: return h(p)\n  mini ← +∞\n  for each child f: mini ← min(mini, maximin(α, β, f, n − 1))\n    if mini ≤ α: return mini\n    β ← min(β, mini)\n  return mini',
  'code.bound': 'AlphaBeta(p, n, α, β), p is J1’s:\n  if p is final or n = 0: return h(p)\n  a ← α\n  for each child f: a ← max(a, AlphaBeta(f, n − 1, a, β))\n    if a ≥ β: return a\n  return a\nAlphaBeta(p, n, α, β), p is J2’s:\n  if p is final or n = 0: return h(p)\n  b ← β\n  for each child f: b ← min(b, AlphaBeta(f, n − 1, α, b))\n    if b ≤ α: return b\n  return b',
  'code.montecarlo': 'S ← 0\nfor i from 1 to size:\n  C ← configuration\n  while C is not final:\n    C ← a child of C drawn at random\n  S ← S + Value(C)\nreturn S / size',
  'sampled.begin': 'Play {i}: begin at the configuration.',
  'sampled.move': 'A move drawn at random: {move}.',
  'sampled.end': 'The play is over, and worth {value}.',
  'sampled.mean': 'The mean of {i} plays is {mean}.',
};
