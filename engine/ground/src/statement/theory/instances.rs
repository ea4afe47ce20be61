//! Instances of theory atoms.

use crate::instantiate::join::{Callback, Instantiator, NOTHING};
use crate::ir::{Role, Term, TheoryTerm};
use crate::plan::{Conjunction, TheoryPlan};
use crate::statement::theory::data::Content;
use hamadryad_symbol::Name;
use hamadryad_syntax::ast::Sign;

impl<'a> Instantiator<'a> {
    /// The step of a theory atom in a body: it may be true or false.
    pub(crate) fn theory_literal(
        &mut self,
        theory: &TheoryPlan,
        plan: &Conjunction,
        at: usize,
        leaf: Callback<'_, 'a>,
    ) -> usize {
        let depth = self.body.len();
        let Some(content) = self.content(theory) else { return NOTHING };
        let Some(atom) = self.theory_atom(content) else { return NOTHING };
        let literal = match theory.sign {
            Sign::None => atom.positive(),
            Sign::Not => atom.negative(),
            Sign::NotNot if self.derives_nothing => atom.positive(),
            Sign::NotNot => self.doubly_negated_theory(atom),
        };
        self.body.push(literal);
        self.descend(plan, at, depth, leaf)
    }

    /// Writes the theory atom in the head of a rule.
    pub(crate) fn theory_head(&mut self, theory: &TheoryPlan) {
        let Some(content) = self.content(theory) else { return };
        // There is nothing more to write of a directive.
        let Some(atom) = self.theory_atom(content) else { return };
        self.use_theory_atom(atom);
        let body = self.instance_body(&[]);
        self.emitter.derive(atom, &body);
    }

    /// The name and the guard under the present assignment.
    pub(crate) fn theory_frame(
        &mut self,
        role: Role,
        name: &Term,
        guard: Option<&(Name, TheoryTerm)>,
    ) -> Option<Content> {
        let name = self.value(name)?;
        let name = self.theory_symbol(name);
        let guard = match guard {
            Some((operator, term)) => {
                let operator = self.theory_name(*operator);
                Some((operator, self.theory_term(term)?))
            }
            None => None,
        };
        let (is_directive, is_built_in) = (role == Role::Directive, role == Role::BuiltIn);
        Some(Content { is_directive, is_built_in, name, elements: Vec::new(), guard })
    }

    fn content(&mut self, theory: &TheoryPlan) -> Option<Content> {
        let mut content = self.theory_frame(theory.role, &theory.name, theory.guard.as_ref())?;
        let depth = self.body.len();
        for element in &theory.elements {
            self.run(&element.condition, &mut |machine| {
                let condition = machine.body[depth..].to_vec();
                content.elements.extend(machine.theory_element(&element.tuple, condition));
            });
        }
        content.sort();
        Some(content)
    }
}

impl Content {
    /// Puts the elements in order, each once.
    pub(crate) fn sort(&mut self) {
        self.elements.sort_unstable();
        self.elements.dedup();
    }
}
