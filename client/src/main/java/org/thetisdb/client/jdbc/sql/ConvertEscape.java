package org.thetisdb.client.jdbc.sql;

import java.sql.Types;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The types of the escape {fn CONVERT(value, type)}, which becomes CAST. Stateless. */
public final class ConvertEscape {
  private static final Map<String, String> NAMES =
      Map.ofEntries(
          Map.entry("BIGINT", "BIGINT"),
          Map.entry("BINARY", "VARBINARY"),
          Map.entry("BIT", "BOOLEAN"),
          Map.entry("BLOB", "VARBINARY"),
          Map.entry("BOOLEAN", "BOOLEAN"),
          Map.entry("CHAR", "VARCHAR"),
          Map.entry("CLOB", "VARCHAR"),
          Map.entry("DATE", "DATE"),
          Map.entry("DECIMAL", "DECIMAL"),
          Map.entry("DOUBLE", "DOUBLE"),
          Map.entry("FLOAT", "DOUBLE"),
          Map.entry("INTEGER", "INTEGER"),
          Map.entry("LONGVARBINARY", "VARBINARY"),
          Map.entry("LONGVARCHAR", "VARCHAR"),
          Map.entry("NCHAR", "VARCHAR"),
          Map.entry("NUMERIC", "DECIMAL"),
          Map.entry("NVARCHAR", "VARCHAR"),
          Map.entry("REAL", "REAL"),
          Map.entry("SMALLINT", "SMALLINT"),
          Map.entry("TIME", "TIME"),
          Map.entry("TIMESTAMP", "TIMESTAMP"),
          Map.entry("TIMESTAMP_WITH_TIMEZONE", "TIMESTAMP WITH TIME ZONE"),
          Map.entry("TINYINT", "TINYINT"),
          Map.entry("VARBINARY", "VARBINARY"),
          Map.entry("VARCHAR", "VARCHAR"));

  private static final Set<Integer> TEXTS =
      Set.of(Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR, Types.NCHAR, Types.NVARCHAR);

  private static final Set<Integer> NUMBERS =
      Set.of(
          Types.TINYINT,
          Types.SMALLINT,
          Types.INTEGER,
          Types.BIGINT,
          Types.REAL,
          Types.FLOAT,
          Types.DOUBLE,
          Types.DECIMAL,
          Types.NUMERIC);

  private static final Set<Integer> OTHERS =
      Set.of(Types.BOOLEAN, Types.BIT, Types.DATE, Types.TIME, Types.TIMESTAMP);

  private ConvertEscape() {}

  /** What SQL calls a type of JDBC, with or without SQL_ in front; null if there is none. */
  static String typeNamed(String jdbcName) {
    String upper = jdbcName.toUpperCase(Locale.ROOT);
    return NAMES.get(upper.startsWith("SQL_") ? upper.substring(4) : upper);
  }

  /** Whether a value of one type becomes one of another. */
  public static boolean converts(int from, int to) {
    if (TEXTS.contains(to)) {
      return TEXTS.contains(from) || NUMBERS.contains(from) || OTHERS.contains(from);
    }
    if (TEXTS.contains(from)) {
      return NUMBERS.contains(to) || OTHERS.contains(to);
    }
    boolean numbers = NUMBERS.contains(from) && NUMBERS.contains(to);
    boolean days =
        (from == Types.DATE || from == Types.TIMESTAMP)
            && (to == Types.DATE || to == Types.TIMESTAMP);
    return numbers || days || (from == to && OTHERS.contains(from));
  }
}
