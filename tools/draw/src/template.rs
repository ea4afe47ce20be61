//! Templates of attributes: Jinja, as in clingraph.

use minijinja::{Environment, Value};
use std::collections::BTreeMap;

/// The default template: all variables, sorted by name.
const ALL: &str = "{% for name, value in data|dictsort %}{{ value }}{% endfor %}";

/// A template and the values of its variables.
#[derive(Default)]
pub(crate) struct Template {
    /// Several texts of one attribute are concatenated.
    text: Option<String>,
    variables: BTreeMap<String, Variable>,
}

/// The value of a variable: a text, or a text for each key.
enum Variable {
    Text(String),
    Keys(BTreeMap<String, String>),
}

impl Template {
    pub(crate) fn write(&mut self, text: &str) {
        self.text.get_or_insert_default().push_str(text);
    }

    /// Sets a variable; the last of several values is used.
    pub(crate) fn set(&mut self, variable: String, value: String) {
        self.variables.insert(variable, Variable::Text(value));
    }

    pub(crate) fn set_key(&mut self, variable: String, key: String, value: String) {
        let keys = self.variables.entry(variable).or_insert_with(|| Variable::Keys(BTreeMap::new()));
        match keys {
            Variable::Keys(keys) => {
                keys.insert(key, value);
            }
            Variable::Text(_) => *keys = Variable::Keys(BTreeMap::from([(key, value)])),
        }
    }

    /// Fills in the template.
    ///
    /// # Errors
    /// Returns the error of the template.
    pub(crate) fn fill(self) -> Result<String, String> {
        let text = self.text.unwrap_or_else(|| ALL.to_owned());
        if !text.contains('{') {
            return Ok(text);
        }
        let mut environment = Environment::new();
        environment.set_unknown_method_callback(minijinja_contrib::pycompat::unknown_method_callback);
        let variables: BTreeMap<String, Value> = self
            .variables
            .into_iter()
            .map(|(name, variable)| match variable {
                Variable::Text(text) => (name, Value::from(text)),
                Variable::Keys(keys) => (name, keyed(keys)),
            })
            .collect();
        let mut context = variables.clone();
        context.insert("data".to_owned(), Value::from(variables));
        environment.render_str(&text, context).map_err(|error| error.to_string())
    }
}

/// Numeric keys are numbers in the template.
fn keyed(keys: BTreeMap<String, String>) -> Value {
    let key = |key: String| key.parse::<i64>().map_or_else(|_| Value::from(key.clone()), Value::from);
    let keyed = keys.into_iter().map(|(name, value)| (key(name), Value::from(value)));
    Value::from_object(keyed.collect::<BTreeMap<Value, Value>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(text: Option<&str>, variables: &[(&str, &str)]) -> Result<String, String> {
        let mut template = Template::default();
        text.into_iter().for_each(|text| template.write(text));
        variables.iter().for_each(|(name, value)| template.set((*name).into(), (*value).into()));
        template.fill()
    }

    #[test]
    fn templates_are_filled_in() {
        let names = [("name", "Ada"), ("last", "Lovelace")];
        assert_eq!(filled(Some("{{name}} {{last}}"), &names), Ok("Ada Lovelace".into()));
        assert_eq!(filled(None, &names), Ok("LovelaceAda".into()), "by the names of the variables");
        assert_eq!(filled(Some("{{data['1']}}"), &[("1", "one")]), Ok("one".into()));
        assert_eq!(filled(Some("plain"), &names), Ok("plain".into()));
        assert_eq!(filled(Some("{{missing}}!"), &names), Ok("!".into()));
        assert!(filled(Some("{% for"), &names).is_err());
    }

    #[test]
    fn variables_can_have_keys() {
        let mut template = Template::default();
        template.write("{{n['a']}}{{n[2]}}|{% for k, v in n.items() %}{{v}},{% endfor %}");
        template.set_key("n".into(), "a".into(), "x".into());
        template.set_key("n".into(), "2".into(), "y".into());
        let text = template.fill().expect("a template");
        assert!(text.starts_with("xy|") && text.contains("x,") && text.contains("y,"), "{text}");
    }
}
