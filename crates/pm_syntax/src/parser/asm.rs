//! Inline assembly: basic and extended, `volatile`, `inline` and `goto`, and `asm("…");` at file scope.

use super::{Parse, Parser};
use crate::ast::{Asm, AsmOperand, Item, StmtId, StmtKind};
use crate::literal;
use crate::token::TokenKind;

impl Parser<'_> {
    pub(super) fn file_asm(&mut self) -> Parse<Item> {
        let lo = self.bump().lo;
        self.asm_qualifiers();
        self.expect(TokenKind::LParen, "'(' after asm")?;
        self.asm_string()?;
        self.expect(TokenKind::RParen, "')' after the assembler text")?;
        self.expect_semi("asm");
        Ok(Item::Asm(self.span_from(lo)))
    }

    pub(super) fn asm_statement(&mut self) -> Parse<StmtId> {
        let lo = self.bump().lo;
        self.asm_qualifiers();
        self.expect(TokenKind::LParen, "'(' after asm")?;
        self.asm_string()?;
        let span = self.span_from(lo);
        let mut asm = Asm { outputs: Vec::new(), inputs: Vec::new(), clobbers_memory: false, labels: Vec::new(), span };
        // `::` needs no special token: C's lexer gives two colons.
        if self.eat(TokenKind::Colon) {
            asm.outputs = self.asm_operands()?;
        }
        if self.eat(TokenKind::Colon) {
            asm.inputs = self.asm_operands()?;
        }
        if self.eat(TokenKind::Colon) {
            asm.clobbers_memory = self.asm_clobbers()?;
        }
        if self.eat(TokenKind::Colon) {
            self.asm_labels(&mut asm)?;
        }
        self.expect(TokenKind::RParen, "')' after the operands of asm")?;
        asm.span = self.span_from(lo);
        self.expect_semi("asm");
        let span = self.span_from(lo);
        Ok(self.stmt(StmtKind::Asm(Box::new(asm)), span))
    }

    fn asm_qualifiers(&mut self) {
        use TokenKind::*;
        while matches!(self.tok.kind, KwVolatile | KwInline | KwGoto | KwConst) {
            self.bump();
        }
    }

    /// The text of adjacent string literals.
    fn asm_string(&mut self) -> Parse<String> {
        let mut units = Vec::new();
        let mut token = self.expect(TokenKind::Str, "a string in asm")?;
        loop {
            let text = self.lexer.spelling(token.span());
            // Assembler text is kept, not run: complaints about its escapes would help nobody.
            let _ = literal::decode(&text, token.prefix(), &mut units);
            if !self.at(TokenKind::Str) {
                return Ok(units.iter().map(|&u| char::from_u32(u).unwrap_or('?')).collect());
            }
            token = self.bump();
        }
    }

    /// `[name] "constraint" (expression), …`
    fn asm_operands(&mut self) -> Parse<Vec<AsmOperand>> {
        let mut out = Vec::new();
        if !matches!(self.tok.kind, TokenKind::Str | TokenKind::LBracket) {
            return Ok(out);
        }
        loop {
            if self.eat(TokenKind::LBracket) {
                self.expect(TokenKind::Ident, "the operand's name")?;
                self.expect(TokenKind::RBracket, "']' after the operand's name")?;
            }
            let constraint = self.asm_string()?;
            self.expect(TokenKind::LParen, "'(' before the operand")?;
            let expr = self.expr()?;
            self.expect(TokenKind::RParen, "')' after the operand")?;
            out.push(AsmOperand { constraint, expr });
            if !self.eat(TokenKind::Comma) {
                return Ok(out);
            }
        }
    }

    /// Is `"memory"` among the clobbers?
    fn asm_clobbers(&mut self) -> Parse<bool> {
        let mut memory = false;
        if self.at(TokenKind::Str) {
            loop {
                memory |= self.asm_string()? == "memory";
                if !self.eat(TokenKind::Comma) {
                    break;
                }
            }
        }
        Ok(memory)
    }

    fn asm_labels(&mut self, asm: &mut Asm) -> Parse<()> {
        loop {
            let label = self.expect(TokenKind::Ident, "a label of asm goto")?;
            asm.labels.push(label.symbol());
            if !self.eat(TokenKind::Comma) {
                return Ok(());
            }
        }
    }
}
