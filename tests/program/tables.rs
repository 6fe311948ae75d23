//! Tables that the page analysis finds, and text that is not a table.

use crate::common::{fixture, run};
use quick_xml::events::Event;

/// Tables as text: a row a line, `|` after each cell, spans in brackets as rows by columns, `#` before
/// headers.
/// Paragraphs with a role are between them.
fn tables(name: &str, more: &[&str]) -> String {
    let input = fixture(&format!("{name}.pdf"));
    let mut args = vec!["-p", "-q"];
    args.extend(more);
    args.extend([input.as_str(), "-"]);
    let ran = run(&args);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    let mut reader = quick_xml::Reader::from_str(&ran.stdout);
    let (mut out, mut span, mut text, mut word) =
        (String::new(), String::new(), String::new(), false);
    loop {
        match reader.read_event().expect("well-formed XML") {
            Event::Start(element) => {
                let attribute = |name: &str| {
                    let found = element.try_get_attribute(name).expect("attributes");
                    found.map(|a| a.value.into_owned())
                };
                let spans =
                    ["rowspan", "colspan"].map(|name| attribute(name).unwrap_or("1".into()));
                match element.name().as_ref() {
                    "table" => out.push_str("table\n"),
                    tag @ ("td" | "th") => {
                        out.push_str(if tag == "th" { "#" } else { "" });
                        text.clear();
                        span = match spans {
                            [rows, columns] if rows == "1" && columns == "1" => String::new(),
                            [rows, columns] => format!(" ({rows}x{columns})"),
                        };
                    }
                    "p" => {
                        if let Some(role) = attribute("data-kind") {
                            out.push_str(&role);
                            out.push('\n');
                        }
                    }
                    _ => word |= attribute("class").as_deref() == Some("ocrx_word"),
                }
            }
            Event::Text(part) if word => {
                if !text.is_empty() {
                    text.push(' ');
                }
                text.push_str(&part);
            }
            Event::End(element) => match element.name().as_ref() {
                "tr" => out.push('\n'),
                "td" | "th" => {
                    out.push_str(&text);
                    out.push_str(&span);
                    out.push('|');
                }
                "span" => word = false,
                _ => {}
            },
            Event::Eof => return out,
            _ => {}
        }
    }
}

/// The content of `aligned` and similar fixtures.
const CROPS: &str = "table\n\
    crop|1901|1902|1903|\n\
    wheat|1,204|998|1,310|\n\
    rye|310|287|305|\n\
    oats|88|102|96|\n\
    barley|45|-|51|\n";

#[test]
fn a_ruled_table_has_its_spans_and_cells_of_several_lines() {
    let expected = "table\n\
        #metal (2x1)|#properties of the metal (1x2)|\n\
        #density|#remarks|\n\
        iron|7.87|rusts, and is found nearly everywhere, in stars and in blood (2x1)|\n\
        gold|19.32|\n";
    assert_eq!(tables("tables/ruled", &[]), expected);
}

#[test]
fn a_table_is_the_same_on_a_page_that_is_turned() {
    let upright = tables("tables/ruled", &[]);
    assert_eq!(tables("tables/rotated", &[]), upright);
}

#[test]
fn numbers_in_line_are_a_table_without_any_line() {
    assert_eq!(tables("tables/aligned", &[]), CROPS);
}

#[test]
fn lines_along_the_text_are_enough() {
    // The line below the first row makes its cells headers.
    let heads = CROPS.replacen("crop|1901|1902|1903", "#crop|#1901|#1902|#1903", 1);
    assert_eq!(tables("tables/between-rules", &[]), heads);
}

#[test]
fn white_space_divides_columns_that_lines_leave_open() {
    let expected = "table\n\
        #Country|#Here|#Abroad|#Total|\n\
        Austria|86.2|13.8|3,375|\n\
        Czech Republic|98.6|1.4|17,655|\n\
        Poland|0|100.0|11,155|\n\
        table\n\
        #answers|#Number|#Percent|#Sum|\n\
        none|138|6.9|6.9|\n\
        one|178|8.8|15.7|\n\
        two|626|31.1|46.8|\n\
        table\n\
        #no.|#when|#what it was|\n\
        1|At the beginning of the project, or before|Some influence on what is being done by others|\n\
        2|At the beginning of the study, or before|Some influence on what is being done by others|\n";
    assert_eq!(tables("tables/open-columns", &[]), expected);
}

#[test]
fn grids_have_heads_above_them_names_over_rows_and_long_cells() {
    let found = tables("tables/grids", &[]);
    let expected = "table\n\
        #Crop|#Fields|#Mills|#Share|\n\
        Wheat|12|3|8.1|\n\
        Barley|40|7|2.0|\n\
        Oats|5|1|9.9|\n\
        table\n\
        #Port|#Ship|#Tons|#Crew|\n\
        Harwich (2x1)|Swan|120|9|\n\
        Heron|85|6|\n\
        Lisbon (2x1)|Gull|310|22|\n\
        Tern|44|4|\n\
        table\n\
        #Carrier|#Phone|#Amount|#Status|\n\
        ||||\n\
        table\n\
        #Model|#Price|#Equipment|\n\
        Comfort|31,500|";
    assert_eq!(found.get(..expected.len()), Some(expected), "{found}");
    assert!(found.ends_with("\nPlain|24,900|None|\n"), "{found}");
}

#[test]
fn heads_and_names_beside_their_cells_are_in_their_columns_and_rows() {
    let expected = "table\n\
        #Isles|#Place|#1901|#1902|\n\
        North (3x1)|Bute|47|52|\n\
        Skye|639|641|\n\
        Jura|11|12|\n\
        West (2x1)|Ayr|374|390|\n\
        Oban|219|223|\n\
        table\n\
        #Isle|#People|\n\
        Arran|4,629|\n\
        Bute|6,498|\n\
        Jura|196|\n\
        Islay|3,228|\n\
        table\n\
        #Place|#Port (EUR)|#Growth (t/ha)|#Area|#Sum|\n\
        Arran|69.64|67|4,629.12|8,104.1|\n\
        Bute|99.80|73|2,498.50|5,220.7|\n\
        Jura|23.46|52|7,196.44|6,913.4|\n\
        Islay|12.54|64|3,228.91|9,055.2|\n";
    assert_eq!(tables("tables/places", &[]), expected);
}

#[test]
fn the_background_of_words_is_no_cell() {
    let expected = "table\none|red|1901|\ntwo|green|1902|\nthree|blue|1903|\n";
    assert_eq!(tables("tables/highlights", &[]), expected);
}

#[test]
fn boxes_of_code_are_no_stripes() {
    let expected = "table\nOats|12|3.5|\nBarley|40|7.1|\nWheat|5|1.9|\nRye|31|2.2|\n";
    assert_eq!(tables("tables/code", &[]), expected);
}

#[test]
fn names_beside_long_descriptions_are_a_table() {
    let found = tables("tables/descriptions", &[]);
    let rows: Vec<&str> = found.lines().collect();
    assert_eq!(rows.len(), 8, "{found}");
    assert!(rows[1].starts_with("Coverage|Number of pages"), "{found}");
    assert!(rows[7].starts_with("Outliers|Pages whose words"), "{found}");
}

#[test]
fn rows_of_browsers_are_outside_lines_and_names_between_lines() {
    let expected = "table\n\
        port|The harbour of all the ships that were seen in the north in the year before|\n\
        cargo|The weight of all the ships that were seen|\n\
        crew|The number of sailors of all the ships that were seen on the way home, without those \
        that stayed behind on the isles|\n\
        master|The name of the captain who signed the list|\n\
        table\n\
        mast|The height of the tallest mast|\n\
        sails|The number of all sails|\n\
        keel|The length of the keel, without the parts that are above the water|\n\
        deck|The width of the upper deck|\n\
        table\n\
        #Call|#Description|\n\
        anchor(kind)|Returns the anchor of that kind which is the largest one on the ship|\n\
        hoist(flag)|Hoists that flag|\n\
        lower(boat)|Lowers one of the boats as soon as the weather is good enough for it|\n\
        sound(bell)|Sounds the bell of the ship for as long as there is fog at sea|\n";
    assert_eq!(tables("tables/browsers", &[]), expected);
}

#[test]
fn names_in_the_middle_of_long_descriptions_are_a_table() {
    let found = tables("tables/middle-names", &[]);
    let rows: Vec<&str> = found.lines().collect();
    let names = ["anchor", "hoist", "lower", "sound", "weigh", "moor", "sail"];
    assert_eq!(rows.len(), 1 + names.len(), "{found}");
    for (row, name) in rows[1..].iter().zip(names) {
        assert!(row.starts_with(&format!("{name}|")), "{found}");
    }
}

#[test]
fn lines_over_numbers_reach_over_names_and_end_at_captions() {
    let found = tables("tables/lines-apart", &[]);
    let rows: Vec<&str> = found.lines().collect();
    assert!(rows.contains(&"Oats of the year|12|31|43|"), "{found}");
    assert!(rows.contains(&"All of it|88|111|199|"), "{found}");
    let harvests = rows.iter().filter(|row| **row == "Flax|3.4|32.2|");
    assert_eq!(harvests.count(), 2, "{found}");
    let outside = ["Harvests", "Of all", "Made at the isle"];
    assert!(!outside.iter().any(|text| found.contains(text)), "{found}");
}

#[test]
fn amounts_are_in_the_rows_of_the_names_before_them() {
    let found = tables("tables/statement", &[]);
    let rows: Vec<&str> = found.lines().collect();
    let wages = "05 09|08 09|Wages for the month before the last one|210||271|";
    assert!(rows.contains(&wages), "{found}");
    assert!(rows.contains(&"1906|Henrik|6|61|702|"), "{found}");
    assert_eq!(rows.iter().filter(|row| **row == "table").count(), 2);
}

#[test]
fn a_frame_with_slanted_corners_is_of_a_grid() {
    let found = tables("tables/mitred", &[]);
    let mull = "Mull|one old ship of the isle|oats and rye to the south|\n";
    assert!(found.contains(mull), "{found}");
    assert_eq!(found.lines().count(), 5, "{found}");
}

#[test]
fn text_across_the_sides_of_lines_is_between_tables() {
    let found = tables("tables/questions", &[]);
    let heads = "Ewes|Rams|Sum|";
    assert_eq!(found.replace('#', "").matches(heads).count(), 3, "{found}");
    assert_eq!(found.matches("table\n").count(), 3, "{found}");
    assert!(!found.contains("year"), "{found}");
}

#[test]
fn lines_at_the_head_and_the_foot_of_a_page_are_not_of_the_table_between() {
    let found = tables("tables/bill", &[]);
    let goods = found.split("table\n").find(|own| own.contains("Goods"));
    let rows = goods.map(|own| own.replace('#', "").lines().count());
    assert_eq!(rows, Some(5), "{found}");
    assert!(!found.contains("order"), "{found}");
    // Addresses under names with a colon are no table.
    assert_eq!(found.matches("table\n").count(), 1, "{found}");
}

#[test]
fn shaded_rows_and_columns_are_parts_of_the_table_between_lines() {
    let found = tables("tables/shaded", &[]);
    let rows: Vec<&str> = found.lines().collect();
    let [accounts, harvests, steps] = found
        .split("table\n")
        .skip(1)
        .collect::<Vec<_>>()
        .try_into()
        .expect("three tables");
    let kept = rows.iter().position(|row| *row == "of it kept|18|14|32|");
    assert_eq!(kept.and_then(|n| rows.get(n + 1)), Some(&"Oats|5|6|11|"));
    assert!(accounts.starts_with("#|#1901|#1902|#both|"), "{found}");
    let years = harvests.replace('#', "");
    assert!(years.starts_with("in tons|1901|1902|1903|1904|\nWheat|12|31|43|9|"));
    let blank = "Size|one|two|five|ten|\nsmall|||||\nlarge|||||\n";
    assert!(steps.ends_with(blank), "{found}");
}

#[test]
fn heads_are_above_stripes_lines_and_white_and_reach_beside_their_columns() {
    let found = tables("tables/upper-heads", &[]);
    let rows: Vec<&str> = found.lines().collect();
    let years = "1901|1902|1901|1902|";
    assert_eq!(rows[1], "#|#Home (1x2)|#Abroad (1x2)|");
    assert_eq!(rows[2], format!("Harvest|{years}"));
    assert_eq!(
        rows[9..11],
        ["#Kind of harvest|#Home|#Abroad|", "oats|12|31|"]
    );
    assert_eq!(rows[15], "#|#Home (1x2)|#Abroad (1x2)|");
    assert_eq!(rows[16], format!("|{years}"));
    assert_eq!(
        rows[23..],
        ["#Kind of all the|#Home|#Away|#Sum total|", "oats|12|31|43|"]
    );
}

#[test]
fn rows_between_two_stripes_are_parted_if_one_is_missing() {
    let expected = "table\n#Part of the ship|#Built in|#Costs|\n\
        The mast of the ship, which is made of the wood of firs|Bergen|412|\n\
        Its sails|Hull|96|\nIts keel|Riga|38|\nIts flags|Hull|7|\n\
        The bell of the ship, which is heard in the whole port|Ghent|19|\nIts lamps|Riga|55|\n\
        The boats of the ship, which are painted white each year|Bergen|127|\n";
    assert_eq!(tables("tables/missing-stripe", &[]), expected);
}

#[test]
fn forms_and_lists_of_boxes_are_tables() {
    let expected = "table\n\
        |Mitosis|Meiosis|\n\
        parents|||\n\
        replications|||\n\
        purpose|||\n\
        table\n\
        #What counts|\n\
        Recycle and reuse|\n\
        The life of things|\n\
        Other work|\n\
        table\n\
        #Cation|#Size and rate|\n\
        K||\n\
        Na||\n\
        Ca||\n\
        Al||\n";
    assert_eq!(tables("tables/forms", &[]), expected);
}

#[test]
fn heads_that_begin_with_their_columns_need_no_white_between_them() {
    let expected = "table\n\
        #Saccharometer|#Water|#Glucose Water|#Yeast|\n\
        2|24 ml|0 ml|4 ml|\n\
        3|12 ml|12 ml|4 ml|\n\
        4|4 ml|12 ml|8 ml|\n";
    assert_eq!(tables("tables/units", &[]), expected);
}

#[test]
fn heads_have_levels_and_leaders_and_blanks_are_of_cells() {
    let expected = "table\n\
        #Property (3x1)|#Training sets (1x4)|\n\
        #Teaching (1x2)|#Aligning (1x2)|\n\
        #Alpha|#Beta|#Gamma|#Delta|\n\
        Samples|52|126|60|130|\n\
        Most used|50|100|12|20|\n\
        Rest|2|26|48|110|\n\
        table\n\
        #answers|#Freq.|#Percent|#Sum|\n\
        none|138|6.9|6.9|\n\
        one|178|8.8|15.7|\n\
        two|626|31.1|46.8|\n";
    let found = tables("tables/heads", &[]);
    let (levels, rest) = found.split_at(expected.len().min(found.len()));
    assert_eq!(levels, expected);
    let leaders = format!("Shops {}|14|26|\n", ".".repeat(40));
    assert!(rest.starts_with(&format!("table\n{leaders}")), "{rest}");
    let blanks = "table\n\
        #Name|#Length|#Weight|\n\
        oak|____|1.2|\n\
        beech|7.1|____|\n\
        larch|8.3|____|\n";
    assert!(rest.ends_with(blanks), "{rest}");
}

#[test]
fn backgrounds_behind_every_other_row_make_rows_of_all() {
    let expected = "table\n\
        #Date|#Mine|#Bought by|\n\
        29 Sep|Northern Mining and Smelting Works|a firm of the south|\n\
        18 Aug|Old Bay|Copper and Coal|\n\
        15 Aug|White Range and Red Hills|the owner of both|\n\
        13 Jul|Long River|nobody at all|\n\
        table\n\
        Wood|Leaf|Bark|\n\
        oak|lobed|grey and deep|\n\
        birch|toothed|white|\n\
        beech|smooth|grey|\n\
        pine|a needle|red|\n";
    assert_eq!(tables("tables/stripes", &[]), expected);
}

#[test]
fn rows_of_cells_of_several_lines_are_parted_by_white_unless_they_are_by_lines() {
    let expected = "table\n\
        #Metal|#What it is|#Where it is used|\n\
        iron|a grey metal that is found everywhere and rusts when it is wet|in machines and bridges of all kinds|\n\
        gold|a yellow one that is found in few places|in coins and rings, and in the teeth of those who can|\n\
        lead|a soft one|on roofs, and once in pipes|\n\
        table\n\
        #Metal|#What it is|#Where it is used|\n\
        iron (Metal)|a metal that is found in places of many kinds|in many things that are made or can be bought|\n\
        gold (Metal)|a metal that is found in places of many kinds|in many things that are made or can be bought|\n\
        lead (Metal)|a metal that is found in places of many kinds|in many things that are made or can be bought|\n";
    assert_eq!(tables("tables/entries", &[]), expected);
}

#[test]
fn names_of_rows_go_on_in_the_first_column_and_those_of_groups_are_rows() {
    let expected = "table\n\
        Wood|1901|1902|1903|\n\
        Conifers||||\n\
        Spruce, fir and all the pines|1,204|998|1,310|\n\
        Larch of Siberia|310|287|305|\n\
        Others||||\n\
        Oak|88|102|96|\n\
        Beech, with all kinds of it|45|61|51|\n";
    assert_eq!(tables("tables/names", &[]), expected);
}

#[test]
fn names_of_sections_are_rows_between_stripes_and_between_grids() {
    let expected = "table\n\
        #|#1901|#1902|\n\
        Wood (1x3)|\n\
        Oak|87|111|\n\
        Beech|86|120|\n\
        Ash|85|129|\n\
        Elm|84|138|\n\
        Larch|83|147|\n\
        Ore (1x3)|\n\
        Iron|81|165|\n\
        Lead|80|174|\n\
        Copper|79|183|\n\
        Tin|78|192|\n\
        Zinc|77|201|\n\
        table\n\
        Arran|40|1900|\n\
        Bute|41|1901|\n\
        Skye|42|1902|\n\
        Firths (1x3)|\n\
        Forth|40|1900|\n\
        Clyde|41|1901|\n\
        Moray|42|1902|\n\
        table\n\
        #Metal|#What it is|#Where it is used|\n\
        iron|a grey metal that is found everywhere and rusts when it is wet|in machines and bridges of all kinds|\n\
        gold|a yellow one that is found in few places|in coins and rings|\n\
        lead|a soft one|on roofs, and once in pipes|\n";
    assert_eq!(tables("tables/grouped", &[]), expected);
}

#[test]
fn cells_of_spreadsheets_and_reports_are_whole() {
    let expected = "table\n\
        #Quarter|#Shares|#Price|\n\
        January to March|4,081|$ 61|\n\
        April to June|937|$ 58|\n\
        July to September|2,428|$ 44|\n\
        October to December|951|$ 47|\n\
        table\n\
        Cod|in the north and in the cold sea|4,100|\n\
        Eel|in rivers and lakes, and in the west|170|\n\
        Pike|in still water|92|\n\
        Tench|in ponds that are warm|1,085|\n\
        Trout|in brooks of hills, and in the lakes below them|363|\n\
        table\n\
        #Name|#What it does|#Since|\n\
        weigh|puts a fish on the scale|1.0|\n\
        sell|takes a price|1.2|\n\
        cook|makes a meal of the fish|2.0|\n";
    assert_eq!(tables("tables/sheets", &[]), expected);
}

#[test]
fn tables_side_by_side_are_two_in_whatever_order_they_are_drawn() {
    let found = tables("analysis/tables", &[]);
    assert_eq!(found.matches("table\n").count(), 4);
    assert_eq!(
        found
            .lines()
            .filter(|l| l.matches('|').count() == 3)
            .count(),
        4 * 14
    );
    let (drawn, mixed) = found.split_at(found.len() / 2);
    assert_eq!(drawn, mixed);
}

#[test]
fn names_belong_to_their_numbers_in_whatever_order_they_are_drawn() {
    let found = tables("analysis/names-and-numbers", &[]);
    for row in ["|1901|1902|", "artichoke|21,304|18,411|"] {
        assert_eq!(found.lines().filter(|l| l.ends_with(row)).count(), 2);
    }
    let (drawn, mixed) = found.split_at(found.len() / 2);
    assert_eq!(drawn, mixed);
}

#[test]
fn tables_side_by_side_end_where_their_lines_end() {
    let expected = "table\n\
        #Isle|#People|\n\
        Arran|4,629|\n\
        Jura|196|\n\
        Coll|171|\n\
        table\n\
        #Loch|#Depth|\n\
        Ness|230|\n\
        Morar|310|\n\
        Awe|94|\n";
    assert_eq!(tables("tables/beside", &[]), expected);
}

#[test]
fn rows_need_no_lines_in_boxes_around_columns_nor_between_stripes() {
    let expected = "table\n\
        #Stone|#Visitor|#Purchase|#Garden|#Bread|\n\
        large|10|recent|138|white|\n\
        table\n\
        #Tree|#1901|#1902|\n\
        Oak|12|15|\n\
        Ash|7|9|\n\
        Elm|3|4|\n\
        Fir|44|41|\n\
        Yew|2|2|\n\
        Box|1|3|\n\
        table\n\
        #Name|#1903|\n\
        North quarry|643.2|\n\
        South quarry|190.7|\n\
        Old quarry by the river|544.7|\n\
        Mill|298.2|\n\
        Kiln|12.5|\n";
    assert_eq!(tables("tables/boxes", &[]), expected);
}

#[test]
fn cells_can_have_wide_margins_and_tables_no_heads() {
    let expected = "table\n\
        #kind|#sax|#etree|#pulldom|\n\
        large files|Safe (5)|Safe (2)|Vulnerable|\n\
        long names|Vulnerable|Safe|Safe (4)|\n\
        many levels|Safe|Vulnerable|Safe|\n\
        table\n\
        Description:|Journal of each query|\n\
        Status:|Extension|\n\
        Identifier:|journal_module|\n\
        Source:|mod_journal.c|\n\
        Since:|2.1|\n\
        table\n\
        Port|of the ferry|\n\
        Pier|of the harbour master|\n\
        Quay|of the tugs|\n";
    assert_eq!(tables("tables/margins", &[]), expected);
}

#[test]
fn tables_are_between_headings_and_code_is_no_cell() {
    let expected = "table\n\
        Ada|12|4.5|\n\
        Berta|9|3.8|\n\
        Clara|31|6.1|\n\
        Dora|7|3.2|\n\
        table\n\
        Emma|44|8.0|\n\
        Frida|18|5.5|\n\
        Greta|23|5.9|\n\
        Hanna|15|4.9|\n\
        table\n\
        #Name|#Purpose|\n\
        Boats|Known boats|\n\
        Boats_without_any_berth_now|Those that have no berth at this time of day|\n\
        Berths|Berths, with their size|\n\
        Crews|Crews of the tugs|\n\
        table\n\
        #Version|#Library|#Date|\n\
        0.9|1.81|2026-09-23|\n\
        0.8|1.77|2026-04-10|\n\
        0.6|1.71|2025-11-27|\n\
        0.3|1.57|2025-09-17|\n";
    assert_eq!(tables("tables/apart", &[]), expected);
}

#[test]
fn cells_are_centred_beside_wrapped_text_and_words_have_boxes() {
    let expected = "table\n\
        #Bits|#What they count|#Range|\n\
        15:14|Orders of the memory that are not done yet.|0..63|\n\
        9:8|Exports in hand.|0..7|\n\
        3:0|Messages, and what is read from the constants.|0..15|\n\
        table\n\
        b.close|Closes the register of boats.|\n\
        b.count|Returns the number of boats in it.|\n\
        b.counted_by|Returns how many boats of one kind are in the register.|\n\
        b.drop|Removes a boat from the register.|\n\
        b.find|Returns the berth of a boat.|\n";
    assert_eq!(tables("tables/centred", &[]), expected);
}

#[test]
fn diagrams_code_authors_and_notes_beside_titles_are_not_tables() {
    assert_eq!(tables("tables/drawings", &[]), "chart\n");
    assert_eq!(tables("tables/side-notes", &[]), "");
}

#[test]
fn sections_and_centred_heads_span_their_columns() {
    let expected = "table\n\
        #|#Here (1x2)|#Abroad (1x2)|\n\
        #Country|#1901|#1902|#1901|#1902|\n\
        Kingdoms (1x5)|\n\
        Denmark|86|13|375|48|\n\
        Sweden|98|14|655|12|\n\
        Republics (1x5)|\n\
        France|57|30|402|41|\n\
        Portugal|78|22|995|17|\n\
        Brazil|11|54|310|36|\n\
        caption\n\
        table\n\
        #State|#Hospital|#Garden|#Winter|\n\
        301|5|Open|63|\n";
    assert_eq!(tables("tables/sections", &[]), expected);
}

#[test]
fn a_table_that_goes_on_on_the_next_page_is_one_in_running_text() {
    let input = fixture("tables/over-pages.pdf");
    let ran = run(&["-p", "-q", "--format", "markdown", &input, "-"]);
    let rows: Vec<&str> = ran.stdout.lines().filter(|l| l.starts_with('|')).collect();
    assert_eq!(
        (rows.len(), rows.first().copied()),
        (10, Some("| Isle | People | Size |"))
    );
    let by_line = run(&[
        "-p",
        "-q",
        "--format",
        "markdown",
        "--keep-lines",
        &input,
        "-",
    ]);
    assert_eq!(by_line.stdout.matches("Isle").count(), 2);
}

#[test]
fn the_first_row_of_both_pages_is_the_heads_of_one_table() {
    let input = fixture("tables/over-pages-plain.pdf");
    let ran = run(&["-p", "-q", "--format", "markdown", &input, "-"]);
    assert!(
        ran.stdout
            .contains("| Isle | Harbour | Ferry |\n| --- | --- | --- |\n")
    );
    assert_eq!(ran.stdout.matches("Harbour").count(), 1);
}

#[test]
fn rows_of_right_to_left_tables_start_on_the_right() {
    // In the truth, the words of a row run from right to left.
    let truth = include_str!("../../fixtures/tables/right-to-left.txt");
    let words: Vec<&str> = truth.lines().take(9).collect();
    let rows = words.chunks(3).map(|row| format!("{}|\n", row.join("|")));
    let expected = format!("table\n{}", rows.collect::<String>());
    assert_eq!(tables("tables/right-to-left", &[]), expected);
}

#[test]
fn a_picture_and_a_table_have_their_captions() {
    let expected = format!("caption\ncaption\n{CROPS}");
    assert_eq!(tables("tables/captions", &[]), expected);
}

#[test]
fn footnotes_and_side_notes_are_told() {
    let notes = tables("analysis/footnotes", &["--pages", "1"]);
    assert_eq!(notes, "footnote\n".repeat(2));
    let notes = tables("analysis/side-notes", &["--pages", "1"]);
    assert_eq!(notes, "sidenote\n".repeat(4));
}

#[test]
fn what_only_looks_like_a_table_is_none() {
    for name in [
        "analysis/bibliography",
        "analysis/dictionary",
        "analysis/index",
        "analysis/newspaper",
        "analysis/play",
        "analysis/poem",
        "analysis/right-to-left",
        "tables/bars",
        "tables/contents",
        "tables/formulas",
        "tables/frames",
        "regions/articles",
    ] {
        assert_eq!(tables(name, &[]), "", "{name}");
    }
}

#[test]
fn cells_of_justified_sentences_are_those_of_a_table() {
    let found = tables("regions/wrapped", &[]);
    let columns: Vec<usize> = found.lines().map(|row| row.matches('|').count()).collect();
    assert_eq!(columns, [0, 3, 3, 3, 3, 3], "{found}");
}

#[test]
fn mappings_that_know_no_tables_write_what_is_in_them() {
    for mapping in ["layout-2011", "tesseract", "html"] {
        let input = fixture("tables/ruled.pdf");
        let ran = run(&["-p", "-q", "-m", mapping, &input, "-"]);
        assert_eq!(ran.status, 0);
        for word in ["density", "rusts", "19.32"] {
            assert!(ran.stdout.contains(word), "{mapping}: {word}");
        }
    }
}

#[test]
fn other_formats_know_the_cells() {
    let input = fixture("tables/aligned.pdf");
    let text = run(&["-p", "-q", "--format", "text", &input, "-"]).stdout;
    assert!(text.contains("wheat\t1,204\t998\t1,310\n"), "{text}");
    let alto = run(&["-p", "-q", "--format", "alto", &input, "-"]).stdout;
    assert!(alto.contains("TAGREFS=\"table_"));
}
