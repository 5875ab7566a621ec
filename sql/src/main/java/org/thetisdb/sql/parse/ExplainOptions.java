package org.thetisdb.sql.parse;

import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.parse.token.Token;
import org.thetisdb.sql.parse.token.TokenReader;

/** What may stand behind EXPLAIN. Stateless. */
final class ExplainOptions {
  private ExplainOptions() {}

  /** Takes what changes nothing in a plan that is shown in lines of text. */
  static void take(TokenReader in) {
    if (in.take("PLAN", "FOR")) {
      return;
    }
    if (in.isNext("ANALYZE")) {
      throw explainsOnly();
    }
    in.take("VERBOSE");
    if (!in.peek().isSymbol("(") || in.peek(1).isWord("SELECT") || in.peek(1).isSymbol("(")) {
      return;
    }
    in.expectSymbol("(");
    do {
      Token option = in.next();
      Token value = in.peek();
      boolean off = value.isWord("FALSE") || value.isWord("OFF") || value.isSymbol("0");
      if (option.isWord("ANALYZE") && !off) {
        throw explainsOnly();
      }
      if (option.isWord("FORMAT") && !value.isWord("TEXT")) {
        throw new ThetisException(ErrorCode.NOT_SUPPORTED, "EXPLAIN in another format than TEXT");
      }
      if (!in.peek().isSymbol(",") && !in.peek().isSymbol(")")) {
        in.next();
      }
    } while (in.takeSymbol(","));
    in.expectSymbol(")");
  }

  private static ThetisException explainsOnly() {
    return ThetisException.withMessage(
        ErrorCode.NOT_SUPPORTED,
        "EXPLAIN ANALYZE would run the statement; EXPLAIN tells the plan, and bench --costs what statements cost.");
  }
}
