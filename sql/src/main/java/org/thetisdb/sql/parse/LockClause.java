package org.thetisdb.sql.parse;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.thetisdb.procedures.runtime.RowLockMode;
import org.thetisdb.procedures.runtime.RowWait;
import org.thetisdb.sql.parse.token.Token;
import org.thetisdb.sql.parse.token.TokenReader;

/**
 * {@code FOR UPDATE} and its kin, with OF, NOWAIT and SKIP LOCKED. Immutable.
 *
 * @param begin the place of its first word
 * @param end the place behind its last word
 * @param locks what it says
 */
record LockClause(int begin, int end, Statement.Locks locks) {
  /** The clause that begins with the FOR at a place, if that begins one; else null. */
  static LockClause of(List<Token> tokens, int begin, int end) {
    if (begin < 0) {
      return null;
    }
    RowLockMode mode = null;
    int at = 0;
    for (RowLockMode each : RowLockMode.values()) {
      String[] words = each.clause().split(" ", -1);
      if (begins(tokens, begin, words)) {
        mode = each;
        at = begin + words.length - 1;
      }
    }
    if (mode == null) {
      return null;
    }
    List<String> tables = new ArrayList<>();
    at = behindTables(tokens, at + 1, tables);
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
    return new LockClause(begin, at, new Statement.Locks(List.copyOf(tables), mode, wait));
  }

  /** Whether one begins at a place. */
  static boolean begins(List<Token> tokens, int begin) {
    return tokens.get(begin).isWord("FOR")
        && Arrays.stream(RowLockMode.values())
            .anyMatch(mode -> begins(tokens, begin, mode.clause().split(" ", -1)));
  }

  private static boolean begins(List<Token> tokens, int begin, String[] words) {
    for (int i = 0; i < words.length; i++) {
      if (!isWord(tokens, begin + i, words[i])) {
        return false;
      }
    }
    return true;
  }

  /** Adds the tables that OF names, as the query calls them. */
  private static int behindTables(List<Token> tokens, int at, List<String> tables) {
    if (!isWord(tokens, at, "OF")) {
      return at;
    }
    int next = at;
    do {
      next++;
      String table = nameAt(tokens, next++);
      while (tokens.get(next).isSymbol(".")) {
        table = nameAt(tokens, next + 1);
        next += 2;
      }
      tables.add(table);
    } while (tokens.get(next).isSymbol(","));
    return next;
  }

  private static String nameAt(List<Token> tokens, int at) {
    Token token = tokens.get(at);
    if (token.kind() != Token.Kind.WORD && token.kind() != Token.Kind.QUOTED) {
      throw TokenReader.error(token, "expected the name of a table");
    }
    return token.name();
  }

  private static boolean isWord(List<Token> tokens, int at, String word) {
    return at < tokens.size() && tokens.get(at).isWord(word);
  }
}
