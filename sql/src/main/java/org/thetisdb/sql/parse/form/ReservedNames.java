package org.thetisdb.sql.parse.form;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.thetisdb.sql.parse.token.Token;

/**
 * Words that Calcite's grammar reserves and PostgreSQL leaves to names of columns, tables and CTEs.
 * Such a word is a name where both its neighbours say so: nothing of the grammar stands between,
 * say, a comma and FROM. Behind AS, where a label is wanted, nearly each word is one. Stateless.
 */
final class ReservedNames {
  /** Reserved by Calcite alone, and the name of no type. */
  private static final Set<String> WORDS =
      words(
          "ABS ALLOCATE ALLOW ALTER ARE ARRAY_MAX_CARDINALITY ASENSITIVE ASOF AT ATOMIC AVG BEGIN"
              + " BEGIN_FRAME BEGIN_PARTITION BY CALL CALLED CARDINALITY CASCADED CEIL CEILING"
              + " CHARACTER_LENGTH CHAR_LENGTH CLASSIFIER CLOSE COALESCE COLLECT COMMIT CONDITION"
              + " CONNECT CONTAINS CONVERT CORR CORRESPONDING COUNT COVAR_POP COVAR_SAMP CUBE"
              + " CUME_DIST CURRENT CURRENT_ROW CURSOR CYCLE DAY DEALLOCATE DECLARE DEFINE"
              + " DENSE_RANK DEREF DESCRIBE DETERMINISTIC DISALLOW DISCONNECT DROP DYNAMIC EACH"
              + " ELEMENT END_FRAME END_PARTITION EQUALS ESCAPE EVERY EXEC EXECUTE EXP"
              + " EXPLAIN EXTEND EXTERNAL EXTRACT FILTER FIRST_VALUE FLOOR FRAME_ROW FREE FRIDAY"
              + " FUNCTION FUSION GET GLOBAL GROUPING GROUPS HOLD HOUR IDENTITY IMPORT INDICATOR"
              + " INITIAL INOUT INSENSITIVE INTERSECTION LAG LANGUAGE LARGE LAST_VALUE LEAD"
              + " LIKE_REGEX LN LOCAL LOWER MATCH MATCHES MATCH_CONDITION MATCH_NUMBER"
              + " MATCH_RECOGNIZE MAX MEASURE MEASURES MEMBER METHOD MIN MINUS MINUTE MOD MODIFIES"
              + " MODULE MONDAY MONTH MULTISET NATIONAL NEW NEXT NO NONE NORMALIZE NTH_VALUE NTILE"
              + " NULLIF OCCURRENCES_REGEX OCTET_LENGTH OF OLD OMIT ONE OPEN ORDINAL OUT OVER"
              + " OVERLAY PARAMETER PARTITION PATTERN PER PERCENT PERCENTILE_CONT PERCENTILE_DISC"
              + " PERCENT_RANK PERIOD PERMUTE PORTION POSITION POSITION_REGEX POWER PRECEDES"
              + " PREPARE PREV PROCEDURE QUALIFY RANGE RANK READS RECURSIVE REF REFERENCING"
              + " REGR_AVGX REGR_AVGY REGR_COUNT REGR_INTERCEPT REGR_R2 REGR_SLOPE REGR_SXX"
              + " REGR_SXY REGR_SYY RELEASE RESET RESULT RETURN RETURNS REVOKE ROLLBACK ROLLUP ROW"
              + " ROWS ROW_NUMBER RUNNING SATURDAY SAVEPOINT SCOPE SCROLL SEARCH SECOND SEEK"
              + " SENSITIVE SET SHOW SKIP SPECIFIC SPECIFICTYPE SQL SQLEXCEPTION SQLSTATE"
              + " SQLWARNING SQRT START STATIC STDDEV_POP STDDEV_SAMP STREAM SUBMULTISET SUBSET"
              + " SUBSTRING SUBSTRING_REGEX SUCCEEDS SUM SUNDAY SYSTEM SYSTEM_TIME THURSDAY"
              + " TIMEZONE_HOUR TIMEZONE_MINUTE TRANSLATE TRANSLATE_REGEX TRANSLATION TREAT TRIGGER"
              + " TRIM TRIM_ARRAY TRUNCATE TUESDAY UESCAPE UNKNOWN UPPER UPSERT VALUES VALUE_OF"
              + " VAR_POP VAR_SAMP VERSIONING WEDNESDAY WHENEVER WIDTH_BUCKET WITHIN WITHOUT YEAR");

  /** Names of types that are names of columns, too. */
  private static final Set<String> TYPES =
      words(
          "BIGINT BINARY BIT BLOB BOOLEAN CHAR CHARACTER CLOB DEC DECIMAL DOUBLE FLOAT INT INTEGER"
              + " INTERVAL NCHAR NCLOB NUMERIC PRECISION REAL SMALLINT TINYINT UNSIGNED UUID"
              + " VARBINARY VARCHAR VARIANT VARYING");

  /** Words that begin a frame, where BETWEEN behind them is the frame's. */
  private static final Set<String> FRAMES = Set.of("ROWS", "RANGE", "GROUPS");

  /** Reserved by PostgreSQL, too, but labels behind AS. */
  private static final Set<String> LABELS =
      words(
          "ALL AND ANY ASC BOTH CHECK COLUMN CONSTRAINT CROSS DEFAULT DESC DO ELSE END FOR FOREIGN"
              + " FULL GRANT GROUP HAVING INNER INTO IS JOIN LEADING LEFT LIKE LIMIT NATURAL OFFSET"
              + " ON ONLY OR ORDER OUTER OVERLAPS PRIMARY REFERENCES RIGHT SIMILAR SOME TABLE"
              + " TABLESAMPLE THEN TO TRAILING UNIQUE USER USING WHEN WHERE WINDOW DATE TIME"
              + " TIMESTAMP");

  /** What stands before an expression or the name of a table. */
  private static final Set<String> BEGINNINGS =
      words(
          "SELECT DISTINCT ALL AND OR NOT WHERE ON BY HAVING WHEN THEN ELSE CASE AS FROM JOIN"
              + " UPDATE INTO WITH RETURNING BETWEEN LIKE ILIKE SET USING RECURSIVE ONLY");

  /** What stands behind one. */
  private static final Set<String> ENDS =
      words(
          "AS FROM IS IN AND OR ASC DESC WHERE ORDER GROUP HAVING LIMIT OFFSET UNION EXCEPT"
              + " INTERSECT NULLS THEN ELSE END WHEN LIKE ILIKE NOT BETWEEN RETURNING ON SET JOIN"
              + " LEFT RIGHT FULL INNER CROSS NATURAL FOR USING VALUES ROWS RANGE GROUPS");

  /** Symbols that end a value, and what is behind them is none; a type stands behind the last. */
  private static final Set<String> VALUES = Set.of(")", "]", "?", "::");

  private ReservedNames() {}

  private static Set<String> words(String words) {
    return Arrays.stream(words.split(" ")).collect(Collectors.toUnmodifiableSet());
  }

  /** Whether the word at a place is a name, though Calcite's grammar would not take it for one. */
  static boolean isName(List<Token> tokens, int at) {
    if (at == 0) {
      return false;
    }
    String word = upper(tokens.get(at));
    boolean type = TYPES.contains(word);
    if (!type && !WORDS.contains(word)) {
      return LABELS.contains(word) && isLabel(tokens, at);
    }
    Token before = tokens.get(at - 1);
    Token behind = tokens.get(at + 1);
    if (before.isSymbol(".")) {
      return !behind.isSymbol("(");
    }
    return begins(tokens, at, type) && ends(behind, word);
  }

  private static boolean isLabel(List<Token> tokens, int at) {
    Token behind = tokens.get(at + 1);
    return tokens.get(at - 1).isWord("AS")
        && (behind.isSymbol(",") || behind.isWord("FROM") || isEnd(behind));
  }

  private static boolean begins(List<Token> tokens, int at, boolean type) {
    Token before = tokens.get(at - 1);
    if (before.kind() == Token.Kind.SYMBOL) {
      return VALUES.stream().noneMatch(before::isSymbol);
    }
    String word = before.kind() == Token.Kind.WORD ? upper(before) : "";
    if (word.equals("NOT") && at > 1 && tokens.get(at - 2).isWord("IS")) {
      return false;
    }
    if (type && (word.equals("RETURNING") || (word.equals("AS") && isCast(tokens.get(at + 1))))) {
      return false;
    }
    return BEGINNINGS.contains(word);
  }

  private static boolean isCast(Token behind) {
    return behind.isSymbol(")") || behind.isSymbol("[");
  }

  private static boolean ends(Token behind, String word) {
    if (behind.kind() == Token.Kind.SYMBOL) {
      return !behind.isSymbol("(") && !behind.isSymbol("?") && !behind.isSymbol("{");
    }
    if (behind.isWord("BETWEEN") && FRAMES.contains(word)) {
      return false;
    }
    return isEnd(behind) || (behind.kind() == Token.Kind.WORD && ENDS.contains(upper(behind)));
  }

  private static boolean isEnd(Token behind) {
    return behind.kind() == Token.Kind.END || behind.isSymbol(";");
  }

  private static String upper(Token token) {
    return token.text().toUpperCase(Locale.ROOT);
  }
}
