//! SVG to PNG with resvg, which is pure Rust and reads the fonts of this machine.
//!
//! A picture without text is better than none: where a font is missing, the picture comes with a warning.

use std::collections::BTreeSet;
use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, FontResolver, fontdb};

use super::svg::FAMILIES;
use super::{ChartError, ChartWarning};

/// The largest side of a picture: a square of it takes 400 MB.
const MOST: u64 = 10_000;
/// So many missing characters are named; a Chinese text without a Chinese font lacks them all.
const NAMED: usize = 20;

/// A picture.
#[derive(Clone, PartialEq, Debug)]
pub struct Png {
    /// The file's content.
    pub bytes: Vec<u8>,
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// What is missing for want of a font.
    pub warnings: Vec<ChartWarning>,
}

/// Fonts to draw text with. Finding those of a machine takes a moment: keep them for all pictures.
#[derive(Clone, Debug)]
pub struct Fonts(Arc<fontdb::Database>);

impl Fonts {
    /// The fonts installed on this machine.
    #[must_use]
    pub fn system() -> Fonts {
        let mut found = fontdb::Database::new();
        found.load_system_fonts();
        // A character that the chosen font lacks is taken from the first that has it; so the likeliest stand first.
        let mut faces: Vec<fontdb::FaceInfo> = found.faces().cloned().collect();
        let has =
            |face: &fontdb::FaceInfo, part: &str| face.families.iter().any(|(name, _)| name.contains(part));
        faces.sort_by_cached_key(|face| {
            let is_upright = face.style == fontdb::Style::Normal;
            let weight = face.weight.0.abs_diff(fontdb::Weight::NORMAL.0);
            (
                !is_upright,
                face.monospaced,
                !has(face, "Sans"),
                !has(face, " SC"),
                weight,
                face.post_script_name.clone(),
            )
        });
        let mut ordered = fontdb::Database::new();
        ordered.set_sans_serif_family(found.family_name(&fontdb::Family::SansSerif));
        for face in faces {
            ordered.push_face_info(face);
        }
        Fonts(Arc::new(ordered))
    }

    /// No fonts: pictures have no text.
    #[must_use]
    pub fn none() -> Fonts {
        Fonts(Arc::new(fontdb::Database::new()))
    }

    /// Whether there is no font at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Draws an SVG, `scale` pixels a unit.
pub(super) fn render(svg: &str, scale: f32, fonts: &Fonts) -> Result<Png, ChartError> {
    let font_resolver = FontResolver { select_font: Box::new(select), ..FontResolver::default() };
    let options = usvg::Options { fontdb: fonts.0.clone(), font_resolver, ..usvg::Options::default() };
    let not_drawn = |why: String| ChartError::NotDrawn { why };
    let tree = usvg::Tree::from_str(svg, &options).map_err(|error| not_drawn(error.to_string()))?;
    // A scale that is no number makes no pixels.
    let pixels = |side: f32| f64::from(side * scale).round() as u64;
    let (width, height) = (pixels(tree.size().width()), pixels(tree.size().height()));
    let bad_size = ChartError::Size { width, height, most: MOST };
    if !(1..=MOST).contains(&width) || !(1..=MOST).contains(&height) {
        return Err(bad_size);
    }
    let mut pixmap = Pixmap::new(width as u32, height as u32).ok_or(bad_size)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    let bytes = pixmap.encode_png().map_err(|error| not_drawn(error.to_string()))?;
    let warnings = missing_text(&tree, fonts).into_iter().collect();
    Ok(Png { bytes, width: pixmap.width(), height: pixmap.height(), warnings })
}

fn missing_text(tree: &usvg::Tree, fonts: &Fonts) -> Option<ChartWarning> {
    if fonts.is_empty() {
        return Some(ChartWarning::NoFont {});
    }
    let mut missing = BTreeSet::new();
    collect_missing(tree.root(), &mut missing);
    let more = if missing.len() > NAMED { "…" } else { "" };
    let named: String = missing.iter().take(NAMED).collect();
    (!missing.is_empty()).then(|| ChartWarning::NoGlyphs { missing: named + more })
}

/// The characters whose glyph is number 0, the one for "not in this font".
fn collect_missing(group: &usvg::Group, missing: &mut BTreeSet<char>) {
    for node in group.children() {
        match node {
            usvg::Node::Group(group) => collect_missing(group, missing),
            usvg::Node::Text(text) => {
                let glyphs = text.layouted().iter().flat_map(|span| &span.positioned_glyphs);
                missing.extend(glyphs.filter(|glyph| glyph.id.0 == 0).flat_map(|glyph| glyph.text.chars()));
            }
            _ => {}
        }
    }
}

/// Common fonts without serifs, in case the machine's own idea of "sans-serif" is not installed.
const SANS: [&str; 7] =
    ["Noto Sans", "DejaVu Sans", "Liberation Sans", "Arial", "Helvetica", "Segoe UI", "WenQuanYi Zen Hei"];

/// The best font there is: one with Latin and Chinese, one without serifs, any.
fn select(font: &usvg::Font, database: &mut Arc<fontdb::Database>) -> Option<fontdb::ID> {
    let named = FAMILIES.iter().map(|name| fontdb::Family::Name(name));
    let sans = SANS.iter().map(|name| fontdb::Family::Name(name));
    let families: Vec<_> = named.chain([fontdb::Family::SansSerif]).chain(sans).collect();
    let weight = fontdb::Weight(font.weight());
    let query = fontdb::Query { families: &families, weight, ..fontdb::Query::default() };
    database.query(&query).or_else(|| {
        let is_upright = |face: &&fontdb::FaceInfo| face.style == fontdb::Style::Normal && !face.monospaced;
        database.faces().find(is_upright).or_else(|| database.faces().next()).map(|face| face.id)
    })
}
