package org.thetisdb.sql.parse;

import java.util.List;
import org.thetisdb.procedures.runtime.RowWait;

/**
 * {@code FOR UPDATE} and its kin, with OF, NOWAIT and SKIP LOCKED. Immutable.
 *
 * @param begin the place of its first word
 * @param end the place behind its last word
 * @param ofLocked what is done about rows that others have locked
 */
record LockClause(int begin, int end, RowWait ofLocked) {
  /** The clause that begins with the FOR at a place, if that begins one; else null. */
  static LockClause of(List<Token> tokens, int begin, int end) {
    if (begin < 0) {
      return null;
    }
    int at = begin + 1;
    if (tokens.get(at).isWord("NO") && isWord(tokens, at + 1, "KEY")) {
      at += 2;
    } else if (tokens.get(at).isWord("KEY")) {
      at++;
    }
    if (!isWord(tokens, at, "UPDATE") && !isWord(tokens, at, "SHARE")) {
      return null;
    }
    at = behindTables(tokens, at + 1);
    RowWait wait = RowWait.WAIT;
    if (isWord(tokens, at, "NOWAIT")) {
      wait = RowWait.REFUSE;
      at++;
    } else if (isWord(tokens, at, "SKIP") && isWord(tokens, at + 1, "LOCKED")) {
      wait = RowWait.SKIP;
      at += 2;
    }
    boolean more =
        isWord(tokens, at, "LIMIT") || isWord(tokens, at, "OFFSET") || isWord(tokens, at, "FETCH");
    if (at < end && !more) {
      throw TokenReader.error(
          tokens.get(at), "expected: NOWAIT, SKIP LOCKED, LIMIT or the end of the statement");
    }
    return new LockClause(begin, at, wait);
  }

  /** OF names tables; there is one table in a query that locks. */
  private static int behindTables(List<Token> tokens, int at) {
    if (!isWord(tokens, at, "OF")) {
      return at;
    }
    int next = at + 2;
    while (tokens.get(Math.min(next, tokens.size() - 1)).isSymbol(",")
        || tokens.get(Math.min(next, tokens.size() - 1)).isSymbol(".")) {
      next += 2;
    }
    return next;
  }

  private static boolean isWord(List<Token> tokens, int at, String word) {
    return at < tokens.size() && tokens.get(at).isWord(word);
  }
}
