//! Values of records that have a type, although JSON has numbers and texts for them only.

use serde::{Deserialize, Serialize};
use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

/// A time in seconds: finite and not negative.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Seconds(f64);

impl From<Duration> for Seconds {
    fn from(time: Duration) -> Self {
        Self(time.as_secs_f64())
    }
}

impl From<Seconds> for f64 {
    fn from(seconds: Seconds) -> f64 {
        seconds.0
    }
}

impl TryFrom<f64> for Seconds {
    type Error = String;

    fn try_from(number: f64) -> Result<Self, String> {
        let is_time = number.is_finite() && number >= 0.0;
        if is_time { Ok(Self(number)) } else { Err(format!("{number} is not a time in seconds")) }
    }
}

/// A value that a record stores as its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[serde(bound(serialize = "T: Clone + Display", deserialize = "T: FromStr, T::Err: Display"))]
pub struct Named<T>(pub T);

impl<T: FromStr> TryFrom<String> for Named<T>
where
    T::Err: Display,
{
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        name.parse().map(Self).map_err(|error| format!("`{name}` is unknown: {error}"))
    }
}

impl<T: Display> From<Named<T>> for String {
    fn from(value: Named<T>) -> String {
        value.0.to_string()
    }
}
