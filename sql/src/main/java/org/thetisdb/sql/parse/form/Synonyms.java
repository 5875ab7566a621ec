package org.thetisdb.sql.parse.form;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.thetisdb.core.value.InfiniteTimes;
import org.thetisdb.sql.parse.token.Token;
import org.thetisdb.sql.type.Coercion;
import org.thetisdb.sql.type.RelativeClock;
import org.thetisdb.sql.type.SqlType;
import org.thetisdb.sql.type.SqlTypeName;
import org.thetisdb.sql.type.ZonedText;

/**
 * What other databases write in another way, at places where it can mean nothing else: names of
 * types within CAST and behind {@code ::}, and intervals. For one text; not thread-safe.
 */
final class Synonyms {
  private static final Map<String, String> TYPES =
      Map.ofEntries(
          Map.entry("TEXT", "VARCHAR"),
          Map.entry("STRING", "VARCHAR"),
          Map.entry("CLOB", "VARCHAR"),
          Map.entry("NVARCHAR", "VARCHAR"),
          Map.entry("LONGVARCHAR", "VARCHAR"),
          Map.entry("NCHAR", "CHAR"),
          Map.entry("BPCHAR", "CHAR"),
          Map.entry("BIT", "BOOLEAN"),
          Map.entry("BOOL", "BOOLEAN"),
          Map.entry("INT2", "SMALLINT"),
          Map.entry("INT4", "INTEGER"),
          Map.entry("SERIAL", "INTEGER"),
          Map.entry("INT8", "BIGINT"),
          Map.entry("BIGSERIAL", "BIGINT"),
          Map.entry("FLOAT4", "REAL"),
          Map.entry("FLOAT8", "DOUBLE"),
          Map.entry("DEC", "DECIMAL"),
          Map.entry("BYTES", "VARBINARY"),
          Map.entry("BYTEA", "VARBINARY"),
          Map.entry("BLOB", "VARBINARY"),
          Map.entry("LONGVARBINARY", "VARBINARY"),
          Map.entry("DATETIME", "TIMESTAMP"),
          Map.entry("JSON", "\"jsonb\""),
          Map.entry("JSONB", "\"jsonb\""));

  /** Stands for DEFAULT behind SET. */
  private static final String COLUMN_DEFAULT = "COLUMN_DEFAULT";

  /** A table for queries that have a condition and no table. */
  private static final String ONE_ROW = "FROM (VALUES (0)) AS \"one row\"";

  private static final String ZONED = "TIMESTAMP WITH LOCAL TIME ZONE";

  /** Types whose name may stand before a text; those of times are looked at by themselves. */
  private static final Set<String> TYPES_OF_TEXTS =
      Set.of(
          "TEXT",
          "VARCHAR",
          "BOOL",
          "BOOLEAN",
          "INT2",
          "SMALLINT",
          "INT4",
          "INT",
          "INTEGER",
          "INT8",
          "BIGINT",
          "FLOAT4",
          "REAL",
          "FLOAT8",
          "NUMERIC",
          "DECIMAL",
          "BYTEA",
          "UUID",
          "JSON",
          "JSONB");

  private static final Set<String> CASTS = Set.of("CAST", "TRY_CAST", "SAFE_CAST");

  /** Calcite's constants have years of four digits. */
  private static final Instant FIRST_LITERAL = Instant.parse("0001-01-01T00:00:00Z");

  private static final Instant LAST_LITERAL = Instant.parse("9999-12-31T23:59:59Z");

  private final List<Token> tokens;
  private final Map<Integer, String> replaced = new HashMap<>();

  private Synonyms(List<Token> tokens) {
    this.tokens = tokens;
  }

  /** What takes the place of tokens, by their places. */
  static Map<Integer, String> of(List<Token> tokens, int first, int end) {
    Synonyms synonyms = new Synonyms(tokens);
    Deque<Boolean> casts = new ArrayDeque<>();
    Deque<Boolean> tableless = new ArrayDeque<>();
    tableless.push(false);
    for (int i = first; i < end; i++) {
      Token token = tokens.get(i);
      if (token.isSymbol("(")) {
        casts.push(i > first && CASTS.contains(upper(tokens.get(i - 1))));
        tableless.push(false);
      } else if (token.isSymbol(")")) {
        casts.poll();
        tableless.poll();
      } else if (token.isWord("SELECT") || isFrom(tokens, i)) {
        tableless.poll();
        tableless.push(token.isWord("SELECT"));
      } else if (token.isWord("HAVING") && Boolean.TRUE.equals(tableless.peek())) {
        synonyms.replaced.put(i, ONE_ROW + " HAVING");
      } else if (token.isWord("WHERE") && Boolean.TRUE.equals(tableless.peek())) {
        // the grammar has conditions behind tables only
        synonyms.replaced.put(i, ONE_ROW + " WHERE");
      } else if (token.isSymbol("::")
          || (token.isWord("AS") && Boolean.TRUE.equals(casts.peek()))) {
        synonyms.type(i + 1);
      } else if (token.isWord("CURRENT_SCHEMA") || token.isWord("CURRENT_CATALOG")) {
        synonyms.variable(i, first);
      } else if (token.isWord("DEFAULT") && i > first && tokens.get(i - 1).isSymbol("=")) {
        // the grammar knows it among the values of an INSERT only
        synonyms.replaced.put(i, COLUMN_DEFAULT + "()");
      } else if (isTypedText(tokens, i, first)) {
        synonyms.typedText(i);
      } else if (token.isWord("USING")
          && i + 1 < end
          && tokens.get(i + 1).kind() == Token.Kind.SYMBOL) {
        synonyms.direction(i);
      } else if (isZonedLiteral(tokens, i)) {
        synonyms.zoned(i);
      } else if (token.isWord("INTERVAL")) {
        synonyms.interval(i, first);
      } else if (token.isWord("TIME") || token.isWord("TIMESTAMP") || token.isWord("DATE")) {
        synonyms.clock(i + 1);
      }
    }
    return synonyms.replaced;
  }

  private static String upper(Token token) {
    return token.text().toUpperCase(Locale.ROOT);
  }

  /** The word that tables follow, not that of IS DISTINCT FROM. */
  private static boolean isFrom(List<Token> tokens, int at) {
    return tokens.get(at).isWord("FROM") && (at == 0 || !tokens.get(at - 1).isWord("DISTINCT"));
  }

  /** {@code numeric '1.50'}: the name of a type before a text, which is a cast. */
  private static boolean isTypedText(List<Token> tokens, int at, int first) {
    Token before = at == first ? null : tokens.get(at - 1);
    return tokens.get(at).kind() == Token.Kind.WORD
        && TYPES_OF_TEXTS.contains(upper(tokens.get(at)))
        && tokens.get(Math.min(at + 1, tokens.size() - 1)).kind() == Token.Kind.STRING
        && (before == null
            || !(before.isSymbol(".") || before.isSymbol("::") || before.isWord("AS")));
  }

  private void typedText(int at) {
    String type = upper(tokens.get(at));
    replaced.put(at, "CAST(");
    replaced.put(at + 1, tokens.get(at + 1).text() + " AS " + TYPES.getOrDefault(type, type) + ")");
  }

  /** {@code ORDER BY a USING >}. */
  private void direction(int using) {
    boolean ascending = tokens.get(using + 1).isSymbol("<");
    if (ascending || tokens.get(using + 1).isSymbol(">")) {
      replaced.put(using, "");
      replaced.put(using + 1, ascending ? "ASC" : "DESC");
    }
  }

  private static boolean isZonedLiteral(List<Token> tokens, int at) {
    Token behind = tokens.get(Math.min(at + 1, tokens.size() - 1));
    return tokens.get(at).isWord("TIMESTAMPTZ")
        ? behind.kind() == Token.Kind.STRING
        : tokens.get(at).isWord("TIMESTAMP")
            && behind.isWord("WITH")
            && tokens.get(Math.min(at + 4, tokens.size() - 1)).kind() == Token.Kind.STRING;
  }

  /** A point in time that is written out; Calcite reads it in UTC only. */
  private void zoned(int at) {
    int text = at;
    while (tokens.get(text).kind() != Token.Kind.STRING) {
      replaced.put(text++, "");
    }
    replaced.put(at, "CAST(");
    if (inUtc(text)) {
      replaced.put(text, replaced.get(text) + " AS " + ZONED + ")");
    } else {
      replaced.put(text, tokens.get(text).text() + " AS " + ZONED + ")");
    }
  }

  /** Puts a text that names a point in time into a form that Calcite reads to the microsecond. */
  private boolean inUtc(int at) {
    Instant instant = instant(tokens.get(at).string());
    if (instant != null) {
      String text = ZonedText.of(instant.truncatedTo(ChronoUnit.MICROS));
      replaced.put(at, "TIMESTAMP '" + text.substring(0, text.length() - "+00".length()) + "'");
    }
    return instant != null;
  }

  /** Null for what is no point in time of a year with four digits: the cast says what it is. */
  private static Instant instant(String text) {
    try {
      Instant instant = ZonedText.instant(text).orElse(null);
      return instant == null || instant.isBefore(FIRST_LITERAL) || instant.isAfter(LAST_LITERAL)
          ? null
          : instant;
    } catch (DateTimeException e) {
      return null;
    }
  }

  /** {@code TIMESTAMP(6) WITH TIME ZONE}, or its short name. */
  private boolean zonedType(int at) {
    boolean isShort = tokens.get(at).isWord("TIMESTAMPTZ");
    if (!isShort && !tokens.get(at).isWord("TIMESTAMP")) {
      return false;
    }
    int behind = at + 1;
    if (tokens.get(behind).isSymbol("(")) {
      behind = Math.min(at + 4, tokens.size() - 1);
    }
    if (isShort) {
      replaced.put(at, "TIMESTAMP");
      replaced.merge(behind - 1, " WITH LOCAL TIME ZONE", (type, zone) -> type + zone);
      if (behind > at + 1) {
        replaced.put(behind - 1, ") WITH LOCAL TIME ZONE");
      }
    } else if (tokens.get(behind).isWord("WITH") && !tokens.get(behind + 1).isWord("LOCAL")) {
      replaced.put(at, "TIMESTAMP");
      replaced.put(behind, "WITH LOCAL");
      replaced.put(behind + 1, "TIME");
      behind += 3;
    } else {
      return false;
    }
    if (at >= 2 && tokens.get(at - 2).kind() == Token.Kind.STRING) {
      inUtc(at - 2);
    }
    return true;
  }

  private void type(int at) {
    if (zonedType(at)) {
      return;
    }
    if (tokens.get(at).isWord("INTERVAL")) {
      IntervalLiterals.type(tokens, at, replaced);
      return;
    }
    Token token = tokens.get(at);
    String known = token.kind() == Token.Kind.WORD ? TYPES.get(upper(token)) : null;
    if (known != null) {
      boolean anyLength = token.isWord("BPCHAR") && !tokens.get(at + 1).isSymbol("(");
      replaced.put(at, anyLength ? known + "(" + SqlType.MAX_LENGTH + ")" : known);
    }
  }

  /** The text of a date or time that is written out, in the only form that Calcite reads. */
  private void clock(int at) {
    if (at >= tokens.size() || tokens.get(at).kind() != Token.Kind.STRING) {
      return;
    }
    if (RelativeClock.isOne(tokens.get(at).string())
        || InfiniteTimes.signOf(tokens.get(at).string()) != 0) {
      replaced.put(at - 1, "CAST(");
      replaced.put(at, tokens.get(at).text() + " AS " + upper(tokens.get(at - 1)) + ")");
      return;
    }
    SqlTypeName name = SqlTypeName.valueOf(upper(tokens.get(at - 1)));
    Object read =
        Coercion.coerce(
            SqlType.of(name),
            tokens.get(at).string(),
            "a constant in line " + tokens.get(at).line());
    String written = (String) Coercion.coerce(SqlType.of(SqlTypeName.VARCHAR), read, "a constant");
    replaced.put(at, "'" + written + "'");
  }

  /** These are read as functions, so that they are ours. */
  private void variable(int at, int first) {
    Token before = tokens.get(at == first ? tokens.size() - 1 : at - 1);
    if (!before.isSymbol(".") && !before.isWord("AS") && !tokens.get(at + 1).isSymbol("(")) {
      replaced.put(at, tokens.get(at).text() + "()");
    }
  }

  /** A value, not a type, which was replaced before. */
  private void interval(int at, int first) {
    if (!replaced.containsKey(at) && (at == first || !tokens.get(at - 1).isSymbol("."))) {
      IntervalLiterals.literal(tokens, at, replaced);
    }
  }
}
