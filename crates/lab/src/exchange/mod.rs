//! Games in and out: readers and writers of the files that other programs use, one file a format.

pub mod names;
