//! Colour, when a person is looking.

use std::io::IsTerminal;

use crate::args::When;

/// Whether and how to colour.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    is_on: bool,
}

impl Style {
    /// Colours a terminal, unless `NO_COLOR` is set or the terminal is dumb.
    pub(crate) fn detect(when: When) -> Style {
        let is_on = match when {
            When::Always => true,
            When::Never => false,
            When::Auto => {
                std::io::stdout().is_terminal()
                    && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
                    && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
            }
        };
        Style { is_on }
    }

    fn paint(self, codes: &str, text: &str) -> String {
        if self.is_on { format!("\x1b[{codes}m{text}\x1b[0m") } else { text.to_string() }
    }

    /// X's colour: blue, and for those who do not see it, the letter.
    pub(crate) fn x(self, text: &str) -> String {
        self.paint("1;94", text)
    }

    /// O's colour: yellow.
    pub(crate) fn o(self, text: &str) -> String {
        self.paint("1;93", text)
    }

    /// What decided the game.
    pub(crate) fn decisive(self, text: &str) -> String {
        self.paint("1;30;102", text)
    }

    /// Edges, empty points, side remarks.
    pub(crate) fn faint(self, text: &str) -> String {
        self.paint("90", text)
    }

    /// What matters in a line.
    pub(crate) fn strong(self, text: &str) -> String {
        self.paint("1", text)
    }

    /// A mistake, a forbidden point.
    pub(crate) fn warning(self, text: &str) -> String {
        self.paint("91", text)
    }
}
