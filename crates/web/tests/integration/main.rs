//! The server and its page, over real sockets and in a real browser.

#![allow(clippy::unwrap_used)]

mod browser;
mod firefox;
mod lab;
mod library;
mod protocol;
mod server;
mod support;
