//! Games on disk: the record of all of them in SQLite ([`store`]), and single ones or many in the formats that others read
//! ([`exchange`]).

pub mod exchange;
#[cfg(feature = "sqlite")]
pub mod store;
