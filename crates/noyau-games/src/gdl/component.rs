//! Strongly connected components, what is reached coming before what reaches it (Tarjan 1972), without recursion.

/// Lists end to end: the i-th is `items[starts[i]..starts[i + 1]]`.
#[derive(Debug, Clone, Default)]
pub(super) struct Lists {
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    /// Groups pairs by their first numbers, which are below `count`; the order within a list is kept. Linear.
    pub(super) fn group(count: usize, pairs: &[(u32, u32)]) -> Self {
        let mut starts = vec![0; count + 1];
        for &(list, _) in pairs {
            starts[list as usize + 1] += 1;
        }
        for i in 0..count {
            starts[i + 1] += starts[i];
        }
        let mut next = starts.clone();
        let mut items = vec![0; pairs.len()];
        for &(list, item) in pairs {
            items[next[list as usize] as usize] = item;
            next[list as usize] += 1;
        }
        Self { starts, items }
    }

    /// One list.
    #[inline]
    pub(super) fn list(&self, i: usize) -> &[u32] {
        &self.items[self.starts[i] as usize..self.starts[i + 1] as usize]
    }

    /// How many lists there are.
    pub(super) fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }
}

/// The number of each vertex's component: a vertex reaches only components with numbers up to its own. Linear.
pub(super) fn components(successors: &Lists) -> Vec<u32> {
    const NEW: u32 = u32::MAX;
    let count = successors.len();
    let mut component = vec![NEW; count];
    let mut index = vec![NEW; count];
    let mut low = vec![0; count];
    let mut stack = Vec::new();
    let mut frames: Vec<(u32, usize)> = Vec::new();
    let (mut met, mut found) = (0, 0);
    for root in 0..count as u32 {
        if index[root as usize] != NEW {
            continue;
        }
        frames.push((root, 0));
        while let Some((vertex, next)) = frames.last_mut() {
            let v = *vertex as usize;
            if *next == 0 {
                index[v] = met;
                low[v] = met;
                met += 1;
                stack.push(*vertex);
            }
            let list = successors.list(v);
            if let Some(&w) = list.get(*next) {
                *next += 1;
                if index[w as usize] == NEW {
                    frames.push((w, 0));
                } else if component[w as usize] == NEW {
                    low[v] = low[v].min(index[w as usize]);
                }
                continue;
            }
            frames.pop();
            if low[v] == index[v] {
                while let Some(w) = stack.pop() {
                    component[w as usize] = found;
                    if w as usize == v {
                        break;
                    }
                }
                found += 1;
            }
            if let Some(&(parent, _)) = frames.last() {
                let parent = parent as usize;
                low[parent] = low[parent].min(low[v]);
            }
        }
    }
    component
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_reached_comes_first() {
        let edges = [(0, 1), (1, 2), (2, 1), (2, 3), (4, 0), (4, 4)];
        let component = components(&Lists::group(5, &edges));
        assert_eq!(component[1], component[2]);
        assert!(component[3] < component[1] && component[1] < component[0]);
        assert!(component[0] < component[4]);
    }
}
