package org.thetisdb.sql.parse;

import java.util.List;
import org.thetisdb.sql.parse.form.Words;
import org.thetisdb.sql.parse.token.Token;
import org.thetisdb.sql.parse.token.TokenReader;

/**
 * UPDATE … FROM and DELETE … USING, which Calcite's grammar does not have: what is joined is put
 * into a condition of the form {@code EXISTS (SELECT 1 FROM …)}, where it is taken out again once
 * it is read. So parameters are counted in the order in which they stand. Stateless.
 */
final class JoinedChange {
  private static final String CONDITION = " WHERE EXISTS (SELECT 1 FROM ";

  private JoinedChange() {}

  /** The change with its join as a condition; null for a statement that joins nothing. */
  static String of(String text, List<Token> tokens, int first, int end) {
    int join = -1;
    if (tokens.get(first).isWord("UPDATE")) {
      int set = find(tokens, first, end, "SET");
      join = set < 0 ? -1 : find(tokens, set, end, "FROM");
    } else if (tokens.get(first).isWord("DELETE")) {
      join = find(tokens, first, end, "USING");
    }
    if (join < 0) {
      return null;
    }
    if (join + 1 >= end) {
      throw TokenReader.error(tokens.get(join), "expected a table behind this word");
    }
    return Words.quoted(text, tokens, first, join)
        + CONDITION
        + Words.quoted(text, tokens, join + 1, end).strip()
        + ")";
  }

  /** The first place outside of brackets and before WHERE where a word stands; -1 if nowhere. */
  private static int find(List<Token> tokens, int first, int end, String word) {
    int depth = 0;
    for (int i = first; i < end; i++) {
      Token token = tokens.get(i);
      depth += token.isSymbol("(") ? 1 : token.isSymbol(")") ? -1 : 0;
      if (depth == 0 && token.isWord("WHERE")) {
        return -1;
      }
      if (depth == 0 && token.isWord(word) && !tokens.get(Math.max(0, i - 1)).isWord("DISTINCT")) {
        return i;
      }
    }
    return -1;
  }
}
