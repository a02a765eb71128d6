//! Numbers as people read them.

pub use kinrow_game::grouped;

/// A number with as many digits as mean something: four, and never fewer than the whole part has.
#[must_use]
pub fn real(value: f64) -> String {
    if value.is_infinite() {
        return if value > 0.0 { "∞".into() } else { "−∞".into() };
    }
    // A half is rounded up, whichever way the last bit of a mean fell; a whole number is what it is.
    let nudge = if value.fract() == 0.0 { 0.0 } else { 1e-12 };
    let size = value.abs() * (1.0 + nudge);
    let sign = if value < 0.0 { "−" } else { "" };
    if size >= 1e15 || (size > 0.0 && size < 0.000_95) {
        let text = format!("{size:.2e}");
        let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        return format!("{sign}{digits}·{}", power_of_ten(exponent.parse().unwrap_or(0)));
    }
    if size >= 999.5 {
        return format!("{sign}{}", grouped(size.round() as u128));
    }
    let decimals = if size >= 99.95 {
        1
    } else if size >= 9.995 {
        2
    } else {
        3
    };
    let text = format!("{size:.decimals$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    format!("{}{text}", if text == "0" { "" } else { sign })
}

/// A duration as people say it.
#[must_use]
pub fn duration(seconds: f64) -> String {
    if seconds < 1.0 {
        format!("{} ms", real((seconds * 1000.0).round()))
    } else if seconds < 100.0 {
        format!("{} s", real((seconds * 10.0).round() / 10.0))
    } else if seconds < 5400.0 {
        format!("{:.0} min", seconds / 60.0)
    } else {
        format!("{} h", real((seconds / 360.0).round() / 10.0))
    }
}

/// 5 as 10⁵.
#[must_use]
pub fn power_of_ten(exponent: i32) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let raised = |sign: char| sign.to_digit(10).map_or('⁻', |digit| DIGITS[digit as usize]);
    format!("10{}", exponent.to_string().chars().map(raised).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_digits_that_mean_something() {
        for (given, words) in [
            (0.0, "0"),
            (-0.0001, "−1.00·10⁻⁴"),
            (0.5, "0.5"),
            (1.0 / 3.0, "0.333"),
            (12.3456, "12.35"),
            (123.456, "123.5"),
            (999.96, "1,000"),
            (1234.5, "1,235"),
            (-48.0, "−48"),
            (1.268e89, "1.27·10⁸⁹"),
            (36_277_691_063_105.0, "36,277,691,063,105"),
            (f64::INFINITY, "∞"),
            (f64::NEG_INFINITY, "−∞"),
        ] {
            assert_eq!(real(given), words);
        }
        assert_eq!(grouped(36_277_691_063_105), "36,277,691,063,105");
        assert_eq!(grouped(999), "999");
        for (given, words) in
            [(0.25, "250 ms"), (2.04, "2 s"), (59.96, "60 s"), (125.0, "2 min"), (5400.0, "1.5 h")]
        {
            assert_eq!(duration(given), words);
        }
    }
}
