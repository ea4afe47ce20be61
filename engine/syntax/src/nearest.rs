//! The edit distance between names, for suggestions ("did you mean").

/// The candidate with the least edit distance to the word, without regard to case, if at most a third of the
/// letters differ.
pub fn nearest<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let lower = word.to_lowercase();
    let distances = candidates.map(|candidate| (distance(&lower, &candidate.to_lowercase()), candidate));
    let (distance, candidate) = distances.min()?;
    (distance * 3 <= word.chars().count().max(candidate.chars().count())).then_some(candidate)
}

/// The edit distance with insertions, deletions, substitutions and transpositions of neighbours, where no
/// letter is edited twice (Damerau64).
fn distance(from: &str, to: &str) -> usize {
    let (from, to): (Vec<char>, Vec<char>) = (from.chars().collect(), to.chars().collect());
    let mut rows = vec![(0..=to.len()).collect::<Vec<usize>>()];
    for i in 1..=from.len() {
        let mut row = vec![i];
        for j in 1..=to.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(from[i - 1] != to[j - 1]);
            let mut least = replaced.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[from.len()][to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_errors_are_corrected() {
        let nearest = |word| nearest(word, ["opt", "enum", "optN", "ignore"].into_iter());
        assert_eq!(nearest("ingore"), Some("ignore"));
        assert_eq!(nearest("OPTN"), Some("optN"));
        assert_eq!(nearest("enm"), Some("enum"));
        assert_eq!(nearest("all"), None);
        assert_eq!(nearest(""), None);
    }
}
