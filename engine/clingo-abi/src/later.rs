//! Functions that this version does not provide: they exist, so that programs link, and each call is an error with a
//! sentence.

use crate::guard;
use hamadryad_clingo::message::Failure;
use std::ffi::c_void;

/// A pointer that is not read.
pub type Pointer = *const c_void;

/// Sets the error of a function that this version does not provide.
pub fn refuse<T>(function: &str, subject: &str, failed: T) -> T {
    let message = format!("{function}: {subject} is not provided by this version of Hamadryad's libclingo");
    guard::set(&Failure::runtime(message));
    failed
}

/// Declares functions that fail: the name, the parameters, the result, the value that is returned.
macro_rules! not_provided {
    ($subject:literal: $($name:ident($($kind:ty),*) -> $result:ty = $failed:expr;)*) => {$(
        #[doc = concat!("Fails: ", $subject, " is not provided.")]
        #[unsafe(no_mangle)]
        pub extern "C" fn $name($(_: $kind),*) -> $result {
            $crate::later::refuse(stringify!($name), $subject, $failed)
        }
    )*};
}
pub(crate) use not_provided;
