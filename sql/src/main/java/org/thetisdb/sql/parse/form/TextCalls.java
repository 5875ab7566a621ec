package org.thetisdb.sql.parse.form;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.parse.token.Token;
import org.thetisdb.sql.parse.token.TokenReader;

/**
 * TRIM, SUBSTRING, OVERLAY and others in the forms that PostgreSQL has beside the standard's, as
 * calls that the tree of syntax shows. For one text; not thread-safe.
 */
public final class TextCalls {
  /** TRIM of both ends; the operands are the characters and the text, or the text alone. */
  public static final String TRIM_BOTH = "trim both";

  /** The same of the begin of the text. */
  public static final String TRIM_LEADING = "trim leading";

  /** The same of the end of the text. */
  public static final String TRIM_TRAILING = "trim trailing";

  /** SUBSTRING whose length comes before its begin. */
  public static final String SUBSTRING_FOR = "substring for";

  /** What is behind the name of a function that takes its last operands as an array. */
  public static final String VARIADIC_FORM = " variadic";

  /** Functions that may be called so, with the number of operands before the array. */
  private static final Map<String, Integer> VARIADIC =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("concat", 0),
              Map.entry("concat_ws", 1),
              Map.entry("format", 1),
              Map.entry("num_nulls", 0),
              Map.entry("num_nonnulls", 0),
              Map.entry("json_build_array", 0),
              Map.entry("jsonb_build_array", 0),
              Map.entry("json_build_object", 0),
              Map.entry("jsonb_build_object", 0),
              Map.entry("json_extract_path", 1),
              Map.entry("jsonb_extract_path", 1),
              Map.entry("json_extract_path_text", 1),
              Map.entry("jsonb_extract_path_text", 1)));

  private static final Set<String> NO_FUNCTIONS = Set.of("GREATEST", "LEAST", "COALESCE");

  private final List<Token> tokens;
  private final int end;
  private final Map<Integer, String> replaced;
  private final Insertions insertions;

  private TextCalls(
      List<Token> tokens, int end, Map<Integer, String> replaced, Insertions insertions) {
    this.tokens = tokens;
    this.end = end;
    this.replaced = replaced;
    this.insertions = insertions;
  }

  /** Replaces what Calcite's grammar does not have. */
  static void add(
      List<Token> tokens,
      int first,
      int end,
      Map<Integer, String> replaced,
      Insertions insertions) {
    TextCalls calls = new TextCalls(tokens, end, replaced, insertions);
    for (int i = first; i + 1 < end; i++) {
      Token token = tokens.get(i);
      boolean called =
          token.kind() == Token.Kind.WORD
              && tokens.get(i + 1).isSymbol("(")
              && (i == first || !tokens.get(i - 1).isSymbol("."));
      if (called && token.isWord("TRIM")) {
        calls.trim(i);
      } else if (called && token.isWord("SUBSTRING")) {
        calls.substring(i);
      } else if (called && token.isWord("OVERLAY")) {
        calls.overlay(i);
      } else if (called && token.isWord("DATE_TRUNC")) {
        calls.named(i, calls.within(i, ",").size() == 2);
      } else if (called && token.isWord("DATE_PART")) {
        calls.named(i, tokens.get(i + 2).kind() != Token.Kind.STRING);
      } else if (called && token.isWord("JSON_OBJECT")) {
        calls.named(i, !tokens.get(i + 2).isSymbol(")") && calls.isOfTexts(i));
      } else if (token.isWord("VARIADIC") && i > first && isOperand(tokens.get(i - 1))) {
        calls.variadic(i);
      } else if (called && token.isWord("NORMALIZE")) {
        calls.normalize(i);
      } else if (called && token.isWord("ARRAY")) {
        calls.array(i);
      } else if (called && token.isWord("EXTRACT")) {
        calls.extract(i);
      }
    }
  }

  /** The places of a word or symbol within the bracket, not within those in it. */
  private List<Integer> within(int function, String word) {
    List<Integer> places = new ArrayList<>();
    int depth = 0;
    for (int i = function + 2; i < end && depth >= 0; i++) {
      Token token = tokens.get(i);
      boolean opens = token.isSymbol("(") || token.isSymbol("[") || token.isWord("CASE");
      boolean closes = token.isSymbol(")") || token.isSymbol("]") || token.isWord("END");
      depth += opens ? 1 : closes ? -1 : 0;
      boolean compared = i > 0 && tokens.get(i - 1).isWord("DISTINCT"); // IS DISTINCT FROM
      if (depth == 0 && !compared && (token.isWord(word) || token.isSymbol(word))) {
        places.add(i);
      }
    }
    return places;
  }

  private void trim(int function) {
    int at = function + 2;
    String name = TRIM_BOTH;
    boolean side = tokens.get(at).isWord("BOTH");
    if (tokens.get(at).isWord("LEADING")) {
      name = TRIM_LEADING;
      side = true;
    } else if (tokens.get(at).isWord("TRAILING")) {
      name = TRIM_TRAILING;
      side = true;
    }
    List<Integer> from = within(function, "FROM");
    List<Integer> commas = within(function, ",");
    int first = side ? at + 1 : at;
    boolean known =
        commas.isEmpty()
            && (from.isEmpty()
                ? !side
                : from.get(0) == first
                    || (from.get(0) == first + 1
                        && tokens.get(first).kind() == Token.Kind.STRING
                        && tokens.get(first).string().length() == 1));
    if (known || from.size() > 1 || commas.size() > 1) {
      return;
    }
    replaced.put(function, '"' + (commas.isEmpty() ? name : swapped(name)) + '"');
    if (side) {
      replaced.put(at, "");
    }
    if (!from.isEmpty()) {
      replaced.put(from.get(0), commas.isEmpty() ? "," : "");
    }
  }

  /** The function that takes the text first. */
  private static String swapped(String name) {
    return name.equals(TRIM_LEADING) ? "ltrim" : name.equals(TRIM_TRAILING) ? "rtrim" : "btrim";
  }

  private void substring(int function) {
    List<Integer> from = within(function, "FROM");
    List<Integer> length = within(function, "FOR");
    if (length.size() != 1) {
      return;
    }
    if (from.isEmpty() && within(function, ",").isEmpty()) {
      replaced.put(length.get(0), ", 1, ");
    } else if (from.size() == 1 && from.get(0) > length.get(0)) {
      replaced.put(function, '"' + SUBSTRING_FOR + '"');
      replaced.put(length.get(0), ",");
      replaced.put(from.get(0), ",");
    }
  }

  /** A function that the grammar has in one form alone is called as any other. */
  private void named(int function, boolean other) {
    if (other) {
      replaced.put(function, '"' + tokens.get(function).name() + '"');
    }
  }

  /** PostgreSQL's function of texts, and not the standard's form with its members. */
  private boolean isOfTexts(int function) {
    return within(function, ":").isEmpty()
        && within(function, "VALUE").isEmpty()
        && within(function, "NULL").isEmpty()
        && within(function, ",").size() < 2;
  }

  private static boolean isOperand(Token before) {
    return before.isSymbol("(") || before.isSymbol(",");
  }

  /**
   * The elements of an array are operands by themselves: such functions have a form of their own.
   */
  private void variadic(int at) {
    int function = at - 1;
    int depth = 0;
    while (function > 0 && !(depth == 0 && tokens.get(function).isSymbol("("))) {
      Token token = tokens.get(function);
      boolean closes = token.isSymbol(")") || token.isSymbol("]");
      boolean opens = token.isSymbol("(") || token.isSymbol("[");
      depth += closes ? 1 : opens ? -1 : 0;
      function--;
    }
    Token name = tokens.get(Math.max(0, function - 1));
    if (NO_FUNCTIONS.contains(name.text().toUpperCase(Locale.ROOT))) {
      throw TokenReader.error(tokens.get(at), "VARIADIC is not expected here");
    }
    Integer before = VARIADIC.get(name.text().toLowerCase(Locale.ROOT));
    if (before == null || within(function - 1, ",").size() != before) {
      throw ThetisException.withMessage(
          ErrorCode.UNKNOWN_FUNCTION,
          "There is no function %s that takes VARIADIC here; there are %s."
              .formatted(name.text(), String.join(", ", VARIADIC.keySet())));
    }
    replaced.put(function - 1, '"' + name.text().toLowerCase(Locale.ROOT) + VARIADIC_FORM + '"');
    replaced.put(at, "");
  }

  /** The form is a word there. */
  private void normalize(int function) {
    List<Integer> commas = within(function, ",");
    if (commas.size() == 1 && tokens.get(commas.get(0) + 1).kind() == Token.Kind.WORD) {
      int form = commas.get(0) + 1;
      replaced.put(form, "'" + tokens.get(form).text() + "'");
    }
  }

  /** ARRAY of VALUES, or of a query of WITH. */
  private void array(int function) {
    Token begin = tokens.get(function + 2);
    if (begin.isWord("VALUES") || begin.isWord("WITH")) {
      insertions.addBehind(function + 1, "SELECT * FROM (");
      insertions.addBehind(QueryClauses.closing(tokens, function + 1, end), " AS \"elements\")");
    }
  }

  private void overlay(int function) {
    List<Integer> commas = within(function, ",");
    if (commas.size() < 2 || commas.size() > 3) {
      return;
    }
    replaced.put(commas.get(0), " PLACING ");
    replaced.put(commas.get(1), " FROM ");
    if (commas.size() == 3) {
      replaced.put(commas.get(2), " FOR ");
    }
  }

  /** A part that is written as a text or in the plural, or that Calcite does not know. */
  private void extract(int function) {
    Token part = tokens.get(function + 2);
    boolean named =
        part.kind() == Token.Kind.WORD
            || part.kind() == Token.Kind.QUOTED
            || part.kind() == Token.Kind.STRING;
    if (!named || !tokens.get(Math.min(function + 3, end)).isWord("FROM")) {
      return;
    }
    String written = part.kind() == Token.Kind.STRING ? part.string() : part.name();
    String known = TimeParts.named(written);
    if (known != null && TimeParts.isOwn(known)) {
      replaced.put(function, "\"date part exact\"");
      replaced.put(function + 2, "'" + known + "'");
      replaced.put(function + 3, ",");
    } else if (part.kind() != Token.Kind.WORD
        || (known != null && !written.equalsIgnoreCase(known))) {
      replaced.put(function + 2, known == null ? '"' + written.replace("\"", "\"\"") + '"' : known);
    }
  }
}
