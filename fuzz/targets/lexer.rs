//! Tokens: each consumes input and can be read alone; nothing is left at the end.

use pdfa2hocr::stages::pdf::lexer::{Lexer, Token, name};

pub fn run(data: &[u8]) {
    let mut lexer = Lexer::new(data);
    let mut before = 0;
    while let Some(token) = lexer.next() {
        let after = lexer.offset();
        assert!(before < after && after <= data.len(), "{before} to {after}");
        match token {
            Token::Number(value) => assert!(value.is_finite(), "{value}"),
            Token::Name(raw) => assert!(name(raw).len() <= raw.len()),
            Token::String(raw) => {
                let decoded = raw.decode();
                assert!(decoded.len() <= after - before);
                assert!(raw.plain().is_none_or(|plain| plain == &*decoded));
            }
            _ => {}
        }
        before = after;
    }
    assert_eq!(lexer.offset(), data.len());
    lexer.seek(0);
    while lexer.offset() < data.len() {
        let start = lexer.offset();
        lexer.skip_to_string();
        match lexer.next() {
            Some(Token::String(_)) => assert!(start < lexer.offset()),
            Some(token) => panic!("{token:?} is not a string"),
            None => break,
        }
    }
}
