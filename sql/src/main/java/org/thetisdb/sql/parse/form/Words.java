package org.thetisdb.sql.parse.form;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.thetisdb.sql.parse.token.Token;

/**
 * Everyday words that may name columns though the grammar has other uses for them: where they can
 * only be a name they are put into quotes, so that Calcite takes them as one. Stateless.
 */
public final class Words {
  /** Names unless something that begins with them follows. */
  private static final Set<String> LITERALS = Set.of("DATE", "TIME", "TIMESTAMP");

  /** Names unless a bracket follows. */
  private static final Set<String> FUNCTIONS =
      Set.of(
          "COUNT",
          "SUM",
          "MIN",
          "MAX",
          "AVG",
          "RANK",
          "YEAR",
          "MONTH",
          "DAY",
          "HOUR",
          "MINUTE",
          "SECOND",
          "POSITION",
          "CHAR_LENGTH",
          "MOD",
          "ABS",
          "POWER");

  /** Always names. */
  private static final Set<String> NAMES = Set.of("USER", "VALUE", "DATETIME");

  /** Functions whose first argument is a unit of time. */
  private static final Pattern ADDITIONS =
      Pattern.compile("(TIMESTAMP|TIME|DATE)_?(ADD|DIFF|SUB)", Pattern.CASE_INSENSITIVE);

  private Words() {}

  /** The text from one token to another at its place: everything before is blank. */
  public static String quoted(String text, List<Token> tokens, int first, int end) {
    StringBuilder result = new StringBuilder(text.length() + 16);
    Map<Integer, String> synonyms = Synonyms.of(tokens, first, end);
    Operators.of(tokens, first, end).forEach(synonyms::putIfAbsent);
    NullTests.add(tokens, first, end, synonyms);
    RowFields.add(tokens, first, end, synonyms);
    RefusedForms.check(tokens, first, end, synonyms);
    Insertions insertions = new Insertions();
    ArraySlices.add(tokens, first, end, synonyms, insertions);
    Casts.add(tokens, first, end, synonyms, insertions);
    OperatorCalls.add(tokens, first, end, synonyms, insertions);
    Aggregates.add(tokens, first, end, synonyms, insertions);
    TextCalls.add(tokens, first, end, synonyms, insertions);
    LimitClauses.add(tokens, first, end, synonyms, insertions);
    QueryClauses.add(tokens, first, end, synonyms, insertions);
    RowFunctions.add(tokens, first, end, synonyms, insertions);
    RecordFunctions.add(text, tokens, first, end, synonyms, insertions);
    AssignedRows.add(text, tokens, first, end, synonyms, insertions);
    blank(text, 0, tokens.get(first).begin(), result);
    int copied = tokens.get(first).begin();
    for (int i = first; i < end; i++) {
      Token token = tokens.get(i);
      result.append(text, copied, token.begin());
      String synonym = synonyms.get(i);
      boolean name =
          synonym == null
              && token.kind() == Token.Kind.WORD
              && (isName(tokens, i, first) || isReservedName(tokens, i));
      result.append(insertions.before(i));
      result.append(synonym != null ? synonym : name ? '"' + token.name() + '"' : token.plain());
      result.append(insertions.behind(i));
      copied = token.end();
    }
    return result.toString();
  }

  private static void blank(String text, int from, int to, StringBuilder result) {
    for (int i = from; i < to; i++) {
      result.append(text.charAt(i) == '\n' ? '\n' : ' ');
    }
  }

  private static boolean isName(List<Token> tokens, int at, int first) {
    String word = tokens.get(at).text().toUpperCase(Locale.ROOT);
    Token before = at == first ? tokens.get(tokens.size() - 1) : tokens.get(at - 1);
    Token behind = tokens.get(at + 1);
    if (before.isSymbol(".")) {
      return LITERALS.contains(word) || NAMES.contains(word) || FUNCTIONS.contains(word);
    }
    if (word.equals("TIME") && behind.isWord("ZONE")) {
      return false; // WITHOUT TIME ZONE
    }
    if (LITERALS.contains(word)) {
      boolean type = before.isSymbol("::") || (before.isWord("AS") && endsCast(behind));
      return !type && behind.kind() != Token.Kind.STRING && !behind.isSymbol("(");
    }
    if (FUNCTIONS.contains(word)) {
      return !behind.isSymbol("(") && !isUnit(tokens, at);
    }
    return NAMES.contains(word) && !before.isWord("NEXT") && !behind.isSymbol("(");
  }

  private static boolean isReservedName(List<Token> tokens, int at) {
    return ReservedNames.isName(tokens, at) && !isUnit(tokens, at);
  }

  private static boolean endsCast(Token behind) {
    return behind.isSymbol(")")
        || behind.isSymbol("(")
        || behind.isWord("WITHOUT")
        || behind.isWord("WITH");
  }

  /** YEAR and the like behind INTERVAL '1', before FROM and TO, or first of TIMESTAMPADD. */
  private static boolean isUnit(List<Token> tokens, int at) {
    Token before = at == 0 ? tokens.get(tokens.size() - 1) : tokens.get(at - 1);
    Token behind = tokens.get(at + 1);
    boolean counted = before.kind() == Token.Kind.STRING || before.kind() == Token.Kind.NUMBER;
    boolean extracted = before.isSymbol("(") && behind.isWord("FROM");
    boolean added =
        before.isSymbol("(")
            && behind.isSymbol(",")
            && at > 1
            && tokens.get(at - 2).kind() == Token.Kind.WORD
            && ADDITIONS.matcher(tokens.get(at - 2).text()).matches();
    return counted || extracted || added || before.isWord("TO");
  }
}
