package org.thetisdb.sql.parse.form;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.thetisdb.sql.parse.token.Token;
import org.thetisdb.sql.parse.token.TokenReader;

/**
 * {@code jsonb_to_recordset(doc) AS t (a int, b text)} as a query of {@code jsonb_array_elements}
 * that casts each member. Stateless.
 */
final class RecordFunctions {
  private static final Set<String> SETS = Set.of("JSON_TO_RECORDSET", "JSONB_TO_RECORDSET");
  private static final Set<String> SINGLE = Set.of("JSON_TO_RECORD", "JSONB_TO_RECORD");

  private RecordFunctions() {}

  /** Puts queries in place of such calls. */
  static void add(
      String text,
      List<Token> tokens,
      int first,
      int end,
      Map<Integer, String> replaced,
      Insertions insertions) {
    for (int i = first; i + 1 < end; i++) {
      String word = tokens.get(i).text().toUpperCase(Locale.ROOT);
      if (tokens.get(i + 1).isSymbol("(") && (SETS.contains(word) || SINGLE.contains(word))) {
        i = call(text, tokens, i, end, replaced, insertions);
      }
    }
  }

  /** Replaces one call; gives its last token. */
  private static int call(
      String text,
      List<Token> tokens,
      int at,
      int end,
      Map<Integer, String> replaced,
      Insertions insertions) {
    int close = QueryClauses.closing(tokens, at + 1, end);
    int alias = tokens.get(close + 1).isWord("AS") ? close + 2 : close + 1;
    if (alias + 1 >= end || !tokens.get(alias + 1).isSymbol("(")) {
      throw TokenReader.error(
          tokens.get(at), "expected behind this function: AS name (column type, …)");
    }
    int last = QueryClauses.closing(tokens, alias + 1, end);
    List<String> columns = new ArrayList<>();
    int begin = alias + 2;
    int depth = 0;
    for (int i = begin; i <= last; i++) {
      Token token = tokens.get(i);
      depth += token.isSymbol("(") ? 1 : token.isSymbol(")") ? -1 : 0;
      if (i == last || (depth == 0 && token.isSymbol(","))) {
        columns.add(column(text, tokens, begin, i));
        begin = i + 1;
      }
    }
    String document = text.substring(tokens.get(at + 1).end(), tokens.get(close).begin());
    boolean set = SETS.contains(tokens.get(at).text().toUpperCase(Locale.ROOT));
    String query =
        "(SELECT "
            + String.join(", ", columns)
            + (set
                ? " FROM jsonb_array_elements(" + document + ") AS \"element\" (\"element\")"
                : " FROM (SELECT (" + document + ")::jsonb AS \"element\") AS \"element\"")
            + ") AS "
            + tokens.get(alias).text();
    insertions.remove(at, last);
    for (int i = at; i <= last; i++) {
      replaced.put(i, "");
    }
    replaced.put(at, PlannerText.of(query));
    return last;
  }

  private static String column(String text, List<Token> tokens, int begin, int end) {
    if (begin + 1 >= end) {
      throw TokenReader.error(tokens.get(begin), "expected: a column and its type");
    }
    String name = tokens.get(begin).name();
    String type = text.substring(tokens.get(begin + 1).begin(), tokens.get(end).begin()).strip();
    boolean document = type.toUpperCase(Locale.ROOT).startsWith("JSON");
    return "(\"element\" %s '%s')::%s AS \"%s\""
        .formatted(
            document ? "->" : "->>", name.replace("'", "''"), type, name.replace("\"", "\"\""));
  }
}
