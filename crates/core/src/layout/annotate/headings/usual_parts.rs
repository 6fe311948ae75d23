//! Recognises the names of the usual parts of papers and books, which can be set like their text.

/// Names in lower case, in English, German, French, Spanish, Italian, Portuguese, Dutch and Polish.
#[rustfmt::skip]
const NAMES: [&str; 74] = [
    "abstract", "acknowledgement", "acknowledgements", "acknowledgment", "acknowledgments", "afterword",
    "appendices", "appendix", "background", "bibliography", "conclusion", "conclusions", "discussion",
    "epilogue", "foreword", "glossary", "index", "introduction", "keywords", "literature", "literature cited",
    "literature review", "methodology", "methods", "notes", "overview", "preface", "prologue", "references",
    "related work", "results", "summary", "works cited", "executive summary", "future work",
    "materials and methods", "results and discussion", "anhang", "anmerkungen", "danksagung", "einführung",
    "einleitung", "ergebnisse", "fazit", "literatur", "literaturverzeichnis", "nachwort", "schluss", "vorwort",
    "zusammenfassung", "annexe", "annexes", "avant-propos", "bibliographie", "conclusion générale", "préface",
    "remerciements", "résumé", "références", "agradecimientos", "bibliografía", "conclusiones", "introducción",
    "referencias", "resumen", "bibliografia", "conclusioni", "introduzione", "introdução", "referências",
    "resumo", "riferimenti", "samenvatting", "wstęp",
];

/// In bytes; longer texts have no such name.
const LONGEST: usize = 32;

/// Returns `true` if a text is such a name, in capitals or not.
pub(super) fn is_one(text: &str) -> bool {
    let text = text.trim().trim_end_matches([':', '.']);
    text.len() <= LONGEST && NAMES.contains(&text.to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_whole_texts() {
        assert!(is_one("ABSTRACT") && is_one(" References:") && is_one("Résumé"));
        assert!(!is_one("Results are") && !is_one("") && !is_one(&"notes".repeat(9)));
    }
}
