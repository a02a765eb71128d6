//! What goes wrong between a page and the server, in sentences.

use kinrow_jobs::StoreError;

kinrow_game::sentences! {
    /// Why the server itself does not start.
    pub enum StartError {
        /// The port that was asked for cannot be had.
        Port { address: String, why: String } = "serve-port" =>
            "{address} cannot be listened on ({why}): choose another --port, or leave it out for a free one",
        /// No threads, no randomness, no sockets.
        Start { why: String } = "serve-start" =>
            "the server cannot start: {why}",
    }
}

/// Why the server does not start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ServeError {
    /// The server itself.
    Start(StartError),
    /// The store of its jobs.
    Jobs(StoreError),
}

kinrow_game::delegate_explain!(ServeError { Start(StartError), Jobs(StoreError) });

kinrow_game::sentences! {
    /// Why a page is refused.
    pub enum WebError {
        /// The first message is not a greeting.
        Hello {} = "web-hello" =>
            "the first message of a page must be hello, and only the first",
        /// A page of another version.
        Protocol { given: u64 } = "web-protocol" =>
            "this page speaks version {given} of the protocol and the program version 1: load the page again",
        /// No or a wrong join code.
        Code {} = "web-code" =>
            "this program asks for its join code: it stands in the address that was printed at its start",
        /// Too many wrong codes.
        Codes {} = "web-codes" =>
            "too many wrong join codes came from there: wait a minute",
        /// No room.
        Full { most: usize } = "web-full" =>
            "too many pages are open: this program serves {most} at once; close one, or try again later",
        /// Another page has taken the session over.
        Elsewhere {} = "web-elsewhere" =>
            "this game was opened in another page: go on there, or load this page again to bring it back",
        /// Not JSON of a known form.
        Message { why: String } = "web-message" =>
            "the message is not understood ({why}): docs/protocol.md tells what can be asked",
        /// A message of too many bytes.
        Long { given: usize, most: usize } = "web-long" =>
            "a message of {given} bytes is too long: at most {most}",
        /// Too many messages.
        Fast { most: u32 } = "web-fast" =>
            "too many messages: this program reads {most} a second of each page",
        /// A student's page that would lead.
        Lead {} = "web-lead" =>
            "only the lecturer's page shows the class what it sees: open the page with the lecturer's code",
        /// A newer question took its place.
        Replaced {} = "web-replaced" =>
            "a newer question took the place of this one",
        /// A question that belongs to a game that has gone on.
        Gone {} = "web-gone" =>
            "the position was left before there was an answer",
        /// No such language.
        Language { given: String } = "web-language" =>
            "'{given}' is not a language of this program: choose en or zh",
        /// A student's page.
        Lecturer {} = "web-lecturer" =>
            "only the lecturer's page may do this: open the lecturer's address, which was printed at the start",
        /// No store.
        Jobs {} = "web-jobs" =>
            "this program has no laboratory: it said why when it started",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kinrow_text::Language;
    use kinrow_text::Text;

    #[test]
    fn every_error_is_translated() {
        let chinese = Text::new(Language::Chinese);
        for key in [StartError::KEYS, WebError::KEYS].concat() {
            assert!(chinese.has(&format!("error.{key}")), "error.{key} has no Chinese sentence");
        }
    }
}
