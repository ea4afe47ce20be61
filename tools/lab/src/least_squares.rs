//! Least squares by the normal equations.
//!
//! The problems have fewer than 30 unknowns. The equations are solved by Cholesky's decomposition
//! (GolubVanLoan13, §4.2): a library for linear algebra would add a dozen crates for these lines. A small
//! ridge term keeps the equations regular if a regressor is constant.

/// Added to the diagonal of the normal equations.
const RIDGE: f64 = 1e-3;

/// The normal equations of a least-squares problem.
#[derive(Clone)]
pub(crate) struct Equations {
    /// The lower triangle, row by row.
    matrix: Vec<Vec<f64>>,
    right: Vec<f64>,
}

impl Equations {
    pub(crate) fn new(unknowns: usize) -> Self {
        Self { matrix: (0..unknowns).map(|row| vec![0.0; row + 1]).collect(), right: vec![0.0; unknowns] }
    }

    /// Adds an observation.
    pub(crate) fn add(&mut self, row: &[f64], value: f64) {
        for (i, &entry) in row.iter().enumerate().filter(|&(_, &entry)| entry != 0.0) {
            self.matrix[i].iter_mut().zip(row).for_each(|(sum, other)| *sum += entry * other);
            self.right[i] += entry * value;
        }
    }

    /// The diagonal entry of the inverse matrix for the first unknown: its variance, divided by the variance
    /// of an observation.
    pub(crate) fn variance_of_first(&self) -> f64 {
        let mut equations = self.clone();
        equations.right.fill(0.0);
        equations.right[0] = 1.0;
        equations.solve()[0]
    }

    /// The solution with the ridge term.
    pub(crate) fn solve(mut self) -> Vec<f64> {
        let lower = &mut self.matrix;
        for i in 0..lower.len() {
            lower[i][i] += RIDGE;
            for j in 0..=i {
                let dot: f64 = (0..j).map(|k| lower[i][k] * lower[j][k]).sum();
                let rest = lower[i][j] - dot;
                lower[i][j] = if i == j { rest.max(RIDGE * RIDGE).sqrt() } else { rest / lower[j][j] };
            }
        }
        let mut solution = self.right;
        for i in 0..solution.len() {
            let dot: f64 = (0..i).map(|k| lower[i][k] * solution[k]).sum();
            solution[i] = (solution[i] - dot) / lower[i][i];
        }
        for i in (0..solution.len()).rev() {
            let dot: f64 = (i + 1..solution.len()).map(|k| lower[k][i] * solution[k]).sum();
            solution[i] = (solution[i] - dot) / lower[i][i];
        }
        solution
    }
}
