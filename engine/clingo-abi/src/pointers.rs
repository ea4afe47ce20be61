//! Pointers of callers, as parameters of C functions.
//!
//! Each type has the layout of the pointer in its C declaration. Only C code creates values of these types, so the
//! contract of `clingo.h` holds for them: a pointer that is not null points to a value of its type, which stays valid
//! and unchanged during the call; an array has as many elements as its size says; a text ends with a zero byte.
//!
//! *Invariant:* a null pointer is an error with the name of the parameter, never a crash.

use hamadryad_clingo::message::Failure;
use std::ffi::{CStr, c_char};
use std::marker::PhantomData;

/// A text.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Text(pub(crate) *const c_char);

/// An array, whose size is another parameter.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Array<T>(pub(crate) *const T);

/// A place for a result.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Out<T>(pub(crate) *mut T);

/// Data of a caller, which is passed to its functions and not used otherwise.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Data(pub(crate) *mut std::ffi::c_void);

// SAFETY: the library only passes the pointer back to functions of the caller. clingo's interface states that these
// may run on other threads, so callers share their data accordingly.
unsafe impl Send for Data {}
// SAFETY: as above.
unsafe impl Sync for Data {}

/// A pointer that this library has given out: the number of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(transparent)]
pub struct Handle(pub usize);

/// A pointer that the library hands out and that is not a handle, such as a text.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Borrowed<T>(pub(crate) *const T, PhantomData<T>);

impl<T> Borrowed<T> {
    /// The null pointer.
    pub const fn null() -> Borrowed<T> {
        Borrowed(std::ptr::null(), PhantomData)
    }
}

impl<T> Borrowed<T> {
    /// A pointer to the first element. The caller keeps the array for as long as it promises.
    pub fn array(elements: &[T]) -> Borrowed<T> {
        Borrowed(elements.as_ptr(), PhantomData)
    }
}

impl Borrowed<c_char> {
    /// A pointer to a text that stays for ever.
    pub fn text(text: &'static CStr) -> Borrowed<c_char> {
        Borrowed(text.as_ptr(), PhantomData)
    }
}

fn null(parameter: &str) -> Failure {
    Failure::logic(format!("the parameter `{parameter}` is a null pointer"))
}

impl Text {
    /// The text.
    pub fn c_str(&self, parameter: &str) -> Result<&CStr, Failure> {
        if self.0.is_null() {
            return Err(null(parameter));
        }
        // SAFETY: the pointer is not null, so it is a text of the caller that ends with a zero byte and stays
        // unchanged during the call.
        Ok(unsafe { CStr::from_ptr(self.0) })
    }

    /// The text, which must be UTF-8.
    pub fn read(&self, parameter: &str) -> Result<&str, Failure> {
        let text = self.c_str(parameter)?;
        text.to_str().map_err(|_| Failure::runtime(format!("the text `{parameter}` is not UTF-8")))
    }
}

impl<T> Array<T> {
    /// The elements. An empty array may be null.
    pub fn of(&self, size: usize, parameter: &str) -> Result<&[T], Failure> {
        if size == 0 {
            return Ok(&[]);
        }
        if self.0.is_null() || !self.0.is_aligned() {
            return Err(null(parameter));
        }
        if size > isize::MAX as usize / size_of::<T>().max(1) {
            return Err(Failure::logic(format!("the array `{parameter}` has an impossible size")));
        }
        // SAFETY: the pointer is not null and is aligned; the caller promises so many elements, which stay unchanged
        // during the call.
        Ok(unsafe { std::slice::from_raw_parts(self.0, size) })
    }

    /// The single element that the pointer points to, if it is not null.
    pub fn first(&self) -> Option<&T> {
        self.of(1, "").ok()?.first()
    }
}

impl<T> Out<T> {
    /// Writes the result.
    pub fn write(&self, parameter: &str, value: T) -> Result<(), Failure> {
        if self.0.is_null() {
            return Err(null(parameter));
        }
        // SAFETY: the pointer is not null, so it points to a place of the caller for a value of this type.
        unsafe { self.0.write_unaligned(value) };
        Ok(())
    }
}

impl<T: Copy> Out<T> {
    /// Writes the elements of an array with this many places.
    pub fn write_all(&self, size: usize, values: &[T], parameter: &str) -> Result<(), Failure> {
        if size < values.len() {
            return Err(Failure::logic(format!("the array `{parameter}` is too small")));
        }
        if values.is_empty() {
            return Ok(());
        }
        if self.0.is_null() {
            return Err(null(parameter));
        }
        // SAFETY: the caller promises `size` places, at least as many as there are values; its array and the values
        // of this library do not overlap.
        unsafe { std::ptr::copy_nonoverlapping(values.as_ptr(), self.0, values.len()) };
        Ok(())
    }
}

impl Out<c_char> {
    /// Writes a text and its zero byte to a buffer of this size.
    pub fn write_text(&self, size: usize, text: &[u8]) -> Result<(), Failure> {
        let mut bytes: Vec<c_char> = Vec::with_capacity(text.len() + 1);
        bytes.extend(text.iter().map(|&byte| byte as c_char));
        bytes.push(0);
        self.write_all(size, &bytes, "string")
    }
}

impl<T> Out<T> {
    /// The places as a pointer that is passed on to a caller's function.
    pub fn at(value: &mut T) -> Out<T> {
        Out(value)
    }
}
