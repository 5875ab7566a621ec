package org.thetisdb.sql.parse.ddl;

import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.parse.token.Token;
import org.thetisdb.sql.parse.token.TokenReader;
import org.thetisdb.sql.parse.token.Tokenizer;
import org.thetisdb.sql.type.SqlType;

/** Whether USING of ALTER COLUMN … TYPE says nothing but what happens without it. Stateless. */
final class ColumnCast {
  private ColumnCast() {}

  /** Whether a text is {@code c}, {@code c::type} or {@code CAST(c AS type)}. */
  static boolean isOf(String usingSql, String column, SqlType type) {
    TokenReader in = new TokenReader(usingSql, Tokenizer.tokens(usingSql), null);
    try {
      boolean called = in.take("CAST");
      if (called) {
        in.expectSymbol("(");
      }
      boolean same = in.name("a column").equals(column);
      boolean typed = called ? in.take("AS") : in.takeSymbol("::");
      same &= !typed || TypeParser.parse(in).equals(type);
      if (called) {
        in.expectSymbol(")");
      }
      return same && (typed || !called) && in.peek().kind() == Token.Kind.END;
    } catch (ThetisException e) {
      return false;
    }
  }
}
