//! Searches of trees in the hands of a person.

use super::posed::{Kind, Next, Shown, Work, side_name};
use noyau_core::game::Side;
use noyau_core::language::{Message, Text};
use noyau_core::limits::Limits;
use noyau_core::message;
use noyau_search::textbook::{self, Algorithm, Cut, Form, Step, Window, search};
use noyau_search::tree::{Tree, Utility};

pub(super) fn work(tree: &Tree, kind: Kind) -> Box<dyn Work + '_> {
    if kind == Kind::AlphaBeta {
        return Box::new(AlphaBeta::new(tree));
    }
    Box::new(Evaluation {
        tree,
        boolean: kind == Kind::AndOr,
        values: textbook::values(tree),
        known: tree.nodes().map(|v| tree.is_leaf(v)).collect(),
    })
}

/// The node of that name or number.
fn node(tree: &Tree, name: &str) -> Result<u32, Message> {
    let name = name.trim();
    let named = tree.nodes().find(|&v| tree.label(v) == name);
    let number = || {
        name.parse()
            .ok()
            .filter(|&v: &u32| (v as usize) < tree.len())
    };
    named.or_else(number).ok_or_else(|| {
        let last: Vec<&str> = tree.nodes().map(|v| tree.label(v)).collect();
        let all = last.join(", ");
        message!(
            "there is no node {name:?}; there are {all}",
            "il n'y a pas de nœud {name:?} ; il y a {all}"
        )
    })
}

/// A value, as typed.
fn utility(text: &str, boolean: bool) -> Result<Utility, Message> {
    let text = text.trim().replace('−', "-");
    let known = match text.as_str() {
        "true" | "vrai" if boolean => Some(true.into()),
        "false" | "faux" if boolean => Some(false.into()),
        "+inf" | "inf" | "+∞" | "∞" => Some(Utility::HIGHEST),
        "-inf" | "-∞" => Some(Utility::LOWEST),
        _ if boolean => None,
        number => number.replace(',', ".").parse().ok().and_then(Utility::new),
    };
    known.ok_or_else(|| {
        if boolean {
            message!(
                "{text:?} is neither true nor false",
                "{text:?} n'est ni vrai ni faux"
            )
        } else {
            message!("{text:?} is no number", "{text:?} n'est pas un nombre")
        }
    })
}

/// A number in a step, as it is typed.
fn written(value: Utility) -> String {
    match value {
        Utility::LOWEST => "-inf".to_owned(),
        Utility::HIGHEST => "+inf".to_owned(),
        _ => value.to_string(),
    }
}

/// A value in a sentence.
fn shown(value: Utility, boolean: bool) -> Message {
    if boolean {
        let word = if value.is_won() {
            Text::new("true", "vrai")
        } else {
            Text::new("false", "faux")
        };
        return word.into();
    }
    Message::only(value.to_string().replace('-', "−"))
}

fn list(values: impl Iterator<Item = Message>) -> Message {
    values
        .reduce(|before, next| Message {
            en: format!("{}, {}", before.en, next.en),
            fr: format!("{}, {}", before.fr, next.fr),
        })
        .unwrap_or_default()
}

/// Why a value is not that of a node whose children returned these.
fn not_worth(tree: &Tree, v: u32, given: Utility, of: &[Utility], boolean: bool) -> Message {
    let node = tree.label(v).to_owned();
    let values = list(of.iter().map(|&value| shown(value, boolean)));
    let given = shown(given, boolean);
    match (tree.turn(v), boolean) {
        (Side::First, false) => message!(
            "{node} is not worth {given}: First takes the greatest of {values}",
            "{node} ne vaut pas {given} : Premier prend le plus grand de {values}",
            node = node,
            given = given,
            values = values
        ),
        (Side::Second, false) => message!(
            "{node} is not worth {given}: Second takes the least of {values}",
            "{node} ne vaut pas {given} : Second prend le plus petit de {values}",
            node = node,
            given = given,
            values = values
        ),
        (Side::First, true) => message!(
            "{node} is not {given}: First chooses among {values}, and one that is true is enough",
            "{node} n'est pas {given} : Premier choisit parmi {values}, et il suffit d'un vrai",
            node = node,
            given = given,
            values = values
        ),
        (Side::Second, true) => message!(
            "{node} is not {given}: Second chooses among {values}, and one that is false is enough",
            "{node} n'est pas {given} : Second choisit parmi {values}, et il suffit d'un faux",
            node = node,
            given = given,
            values = values
        ),
    }
}

/// The value of each node, children first.
struct Evaluation<'a> {
    tree: &'a Tree,
    boolean: bool,
    values: Vec<Utility>,
    known: Vec<bool>,
}

impl Work for Evaluation<'_> {
    fn take(&mut self, step: &str) -> Result<(), Message> {
        let Some((left, right)) = step.rsplit_once('=') else {
            let kind = if self.boolean {
                Kind::AndOr
            } else {
                Kind::Minimax
            };
            return Err(unread(step, kind));
        };
        let v = node(self.tree, left)?;
        let given = utility(right, self.boolean)?;
        let name = self.tree.label(v);
        if self.known[v as usize] {
            return Err(message!(
                "{name} has its value already",
                "{name} a déjà sa valeur"
            ));
        }
        let children = self.tree.children(v);
        if let Some(&open) = children.iter().find(|&&child| !self.known[child as usize]) {
            let child = self.tree.label(open);
            return Err(message!(
                "{name} must wait: its child {child} has no value yet",
                "{name} doit attendre : son fils {child} n'a pas encore de valeur"
            ));
        }
        if given != self.values[v as usize] {
            let of: Vec<_> = children
                .iter()
                .map(|&child| self.values[child as usize])
                .collect();
            return Err(not_worth(self.tree, v, given, &of, self.boolean));
        }
        self.known[v as usize] = true;
        Ok(())
    }

    fn next(&self) -> Option<Next> {
        let ready = |&v: &u32| {
            let mut children = self.tree.children(v).iter();
            !self.known[v as usize] && children.all(|&child| self.known[child as usize])
        };
        let v = self.tree.nodes().find(ready)?;
        let name = self.tree.label(v);
        let side = side_name(self.tree.turn(v));
        let value = self.values[v as usize];
        let value = if self.boolean {
            shown(value, true)
        } else {
            Message::only(written(value))
        };
        Some(Next {
            place: message!(
                "all children of {name} have a value; {side} moves there",
                "tous les fils de {name} ont une valeur ; {side} y joue",
                name = name,
                side = side
            ),
            step: message!(
                "{name}={value}",
                "{name}={value}",
                name = name,
                value = value
            ),
            at: Some(v),
        })
    }

    fn shown(&self) -> Shown {
        let mut all = Shown::plain(self.tree.len());
        for v in self.tree.nodes() {
            if self.known[v as usize] {
                all.looks[v as usize] = "done";
                let value = self.values[v as usize];
                all.tabs[v as usize] = Some(if self.boolean {
                    value.is_won().to_string()
                } else {
                    written(value)
                });
            }
        }
        all
    }
}

fn unread(step: &str, kind: Kind) -> Message {
    message!(
        "{step:?} is no step: write {form}",
        "{step:?} n'est pas une étape : écrivez {form}",
        step = step,
        form = Message::from(kind.form())
    )
}

/// What happens next in alpha-beta.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Action {
    /// A node is entered; a leaf is looked at, and its window is not asked for.
    Look(u32, Option<Window>),
    /// What begins with this child is cut.
    Cut(u32),
    /// The node returns its value.
    Return(u32, Utility),
}

/// Alpha-beta, as the first text prints it.
struct AlphaBeta<'a> {
    tree: &'a Tree,
    /// All that happens, in order.
    actions: Vec<Action>,
    /// The value so far and the window of the node at which each happens (the parent's, if a child is looked at or cut).
    around: Vec<(Utility, Window)>,
    done: usize,
}

impl<'a> AlphaBeta<'a> {
    fn new(tree: &'a Tree) -> Self {
        let mut steps = Vec::new();
        let algorithm = Algorithm::AlphaBeta(Form::Extreme);
        // Without limits it does not stop.
        let _ = search(tree, algorithm, &Limits::default(), &mut |event| {
            steps.push(Step::from(&event));
        });
        let mut state: Vec<Option<(Utility, Window)>> = vec![None; tree.len()];
        let (mut actions, mut around) = (Vec::new(), Vec::new());
        let nothing = (Utility::LOWEST, Window::FULL);
        for step in &steps {
            let at = step.node();
            let above = tree.parent(at).and_then(|parent| state[parent as usize]);
            let (action, known) = match *step {
                Step::Enter { node, window } => {
                    let best = match tree.turn(node) {
                        Side::First => Utility::LOWEST,
                        Side::Second => Utility::HIGHEST,
                    };
                    state[node as usize] = Some((best, window));
                    let window = (!tree.is_leaf(node)).then_some(window);
                    (Action::Look(node, window), above)
                }
                Step::Child {
                    node, best, window, ..
                } => {
                    state[node as usize] = Some((best, window));
                    continue;
                }
                Step::Cut {
                    node, ref skipped, ..
                } => match skipped.first() {
                    Some(&first) => (Action::Cut(first), state[node as usize]),
                    None => continue,
                },
                Step::Leave { node, value } if !tree.is_leaf(node) => {
                    (Action::Return(node, value), state[node as usize])
                }
                _ => continue,
            };
            actions.push(action);
            around.push(known.unwrap_or(nothing));
        }
        Self {
            tree,
            actions,
            around,
            done: 0,
        }
    }

    fn read(&self, step: &str) -> Result<Action, Message> {
        let bad = || unread(step, Kind::AlphaBeta);
        let cuts = ["cut ", "coupe ", "coupure ", "élague "];
        if let Some(name) = cuts.iter().find_map(|word| step.strip_prefix(word)) {
            return Ok(Action::Cut(node(self.tree, name)?));
        }
        if let Some((left, right)) = step.split_once('=') {
            return Ok(Action::Return(
                node(self.tree, left)?,
                utility(right, false)?,
            ));
        }
        if let Some((name, window)) = step.split_once('[') {
            let window = window.trim_end().strip_suffix(']').ok_or_else(bad)?;
            let bounds = window.split_once([',', ';']).ok_or_else(bad)?;
            let window = Window {
                alpha: utility(bounds.0, false)?,
                beta: utility(bounds.1, false)?,
            };
            return Ok(Action::Look(node(self.tree, name)?, Some(window)));
        }
        Ok(Action::Look(node(self.tree, step)?, None))
    }

    /// What is known of a node, and whether that is a cut: the window and the inequality.
    fn inequality(&self, at: u32) -> Message {
        let (best, Window { alpha, beta }) = self.around[self.done];
        let node = self.tree.label(at);
        let number = |value| shown(value, false);
        let first = self.tree.turn(at) == Side::First;
        let bound = if first { beta } else { alpha };
        let greek = if first { "β" } else { "α" };
        let sign = match (first, best.cmp(&bound)) {
            (true, std::cmp::Ordering::Less) => "<",
            (true, _) => "≥",
            (false, std::cmp::Ordering::Greater) => ">",
            (false, _) => "≤",
        };
        message!(
            "{node} has the window [{alpha}, {beta}] and the value {best} so far, and {best} {sign} {greek} = {bound}",
            "{node} a la fenêtre [{alpha} ; {beta}] et pour l'instant la valeur {best}, et {best} {sign} {greek} = {bound}",
            node = node,
            alpha = number(alpha),
            beta = number(beta),
            best = number(best),
            sign = sign,
            greek = greek,
            bound = number(bound)
        )
    }

    /// Why a step is not what happens next.
    fn wrong(&self, given: Action, expected: Action) -> Message {
        let label = |v: u32| self.tree.label(v).to_owned();
        let parent = |v: u32| self.tree.parent(v).unwrap_or(0);
        match (expected, given) {
            (Action::Look(next, Some(right)), Action::Look(node, Some(window))) if node == next => {
                let name = label(node);
                if right.alpha == window.alpha {
                    message!(
                        "β of {name} is another: it is the least value that a min node above {name} has so far, +∞ if none has one",
                        "β de {name} est autre : c'est la plus petite valeur qu'a pour l'instant un nœud min au-dessus de {name}, +∞ si aucun n'en a"
                    )
                } else {
                    message!(
                        "α of {name} is another: it is the greatest value that a max node above {name} has so far, −∞ if none has one",
                        "α de {name} est autre : c'est la plus grande valeur qu'a pour l'instant un nœud max au-dessus de {name}, −∞ si aucun n'en a"
                    )
                }
            }
            (Action::Look(next, Some(_)), Action::Look(node, None)) if node == next => {
                let name = label(node);
                message!(
                    "{name} is entered with a window: write {name} [α, β]",
                    "on entre dans {name} avec une fenêtre : écrivez {name} [α ; β]"
                )
            }
            (Action::Look(next, _), Action::Cut(node)) if node == next => {
                let why = self.inequality(parent(next));
                message!(
                    "nothing is cut here: {why}",
                    "rien n'est coupé ici : {why}",
                    why = why
                )
            }
            (Action::Look(next, _), Action::Return(node, _))
                if self.tree.parent(next) == Some(node) =>
            {
                let (name, next) = (label(node), label(next));
                let why = self.inequality(node);
                message!(
                    "{name} does not return yet: {why}, so {next} is looked at",
                    "{name} ne renvoie rien encore : {why}, donc on examine {next}",
                    name = name,
                    next = next,
                    why = why
                )
            }
            (Action::Look(next, _), _) => {
                let next = label(next);
                message!(
                    "{next} comes next: children are looked at from left to right, each with all that is below it",
                    "{next} vient d'abord : les fils s'examinent de gauche à droite, chacun avec tout ce qu'il a au-dessous"
                )
            }
            (Action::Cut(first), _) => {
                let (why, first) = (self.inequality(parent(first)), label(first));
                message!(
                    "{first} and what follows it are cut: {why}",
                    "{first} et ce qui le suit sont coupés : {why}",
                    first = first,
                    why = why
                )
            }
            (Action::Return(node, _), Action::Return(same, value)) if node == same => {
                let returned = |child: u32| {
                    self.actions[..self.done]
                        .iter()
                        .find_map(|action| match *action {
                            Action::Return(v, value) if v == child => Some(value),
                            Action::Look(v, None) if v == child => self.tree.value(v),
                            _ => None,
                        })
                };
                let children = self.tree.children(node).iter();
                let of: Vec<_> = children.filter_map(|&child| returned(child)).collect();
                not_worth(self.tree, node, value, &of, false)
            }
            (Action::Return(node, _), _) => {
                let name = label(node);
                message!(
                    "{name} has seen all it looks at: it returns its value now",
                    "{name} a vu tout ce qu'il examine : il renvoie sa valeur maintenant"
                )
            }
        }
    }
}

impl Work for AlphaBeta<'_> {
    fn take(&mut self, step: &str) -> Result<(), Message> {
        let given = self.read(step)?;
        let Some(&expected) = self.actions.get(self.done) else {
            return Ok(());
        };
        // A leaf may be looked at with a window too: it is not asked for.
        let same = given == expected
            || matches!((given, expected), (Action::Look(v, _), Action::Look(w, None)) if v == w);
        if !same {
            return Err(self.wrong(given, expected));
        }
        self.done += 1;
        Ok(())
    }

    fn next(&self) -> Option<Next> {
        let action = *self.actions.get(self.done)?;
        let label = |v: u32| self.tree.label(v).to_owned();
        let (at, step) = match action {
            Action::Look(v, None) => (v, Message::only(label(v))),
            Action::Look(v, Some(window)) => {
                let (alpha, beta) = (written(window.alpha), written(window.beta));
                let name = label(v);
                let step = message!("{name} [{alpha}, {beta}]", "{name} [{alpha} ; {beta}]");
                (v, step)
            }
            Action::Cut(v) => {
                let first = label(v);
                (v, message!("cut {first}", "coupe {first}"))
            }
            Action::Return(v, value) => {
                let step = format!("{}={}", label(v), written(value));
                (v, Message::only(step))
            }
        };
        let place = match (action, self.tree.parent(at)) {
            (Action::Return(..), _) => {
                let name = label(at);
                message!(
                    "{name} can return its value",
                    "{name} peut renvoyer sa valeur"
                )
            }
            (Action::Look(..), None) => message!(
                "the root is entered first, with everything as its window",
                "on entre d'abord dans la racine, avec tout pour fenêtre"
            ),
            (_, Some(parent)) => self.inequality(parent),
            (Action::Cut(_), None) => Message::default(),
        };
        Some(Next {
            place,
            step,
            at: Some(at),
        })
    }

    fn shown(&self) -> Shown {
        let mut all = Shown::plain(self.tree.len());
        for action in &self.actions[..self.done] {
            match *action {
                Action::Look(v, window) => {
                    all.looks[v as usize] = if window.is_some() { "seen" } else { "done" };
                    all.windows.extend(window.map(|window| (v, window)));
                }
                Action::Cut(v) => {
                    let parent = self.tree.parent(v).unwrap_or(0);
                    let siblings = self.tree.children(parent).iter();
                    for &w in siblings.skip_while(|&&w| w != v) {
                        all.looks[w as usize] = "cut";
                    }
                }
                Action::Return(v, value) => {
                    all.looks[v as usize] = "done";
                    all.tabs[v as usize] = Some(written(value));
                }
            }
        }
        all
    }
}

/// Whether alpha-beta cuts both by α and by β, or at all.
pub(super) fn cuts(tree: &Tree) -> [u64; 2] {
    let algorithm = Algorithm::AlphaBeta(Form::Extreme);
    let mut cuts = [0; 2];
    let _ = search(tree, algorithm, &Limits::default(), &mut |event| {
        if let Step::Cut { cut, skipped, .. } = Step::from(&event)
            && !skipped.is_empty()
        {
            cuts[usize::from(cut == Cut::Beta)] += 1;
        }
    });
    cuts
}
