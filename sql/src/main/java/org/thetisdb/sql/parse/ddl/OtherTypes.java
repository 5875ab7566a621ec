package org.thetisdb.sql.parse.ddl;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Types of PostgreSQL that there are not, and what to take instead. Stateless. */
final class OtherTypes {
  private static final String IN_TWO_COLUMNS = "two columns, one for each end,";
  private static final String NUMBERS = "columns of DOUBLE PRECISION, or a JSONB,";
  private static final Map<String, String> INSTEAD = new TreeMap<>();

  static {
    put("NUMERIC(15, 2)", "money");
    put("TEXT", "inet", "cidr", "macaddr", "macaddr8", "xml", "name", "tsquery", "refcursor");
    put("TEXT with an index of lower(column)", "citext");
    put("JSONB", "hstore", "ltree");
    put("TEXT, which LIKE and regular expressions search,", "tsvector");
    put(NUMBERS, "point", "line", "lseg", "box", "path", "polygon", "circle", "geometry");
    put(NUMBERS, "geography", "vector");
    put("DOUBLE PRECISION[]", "cube");
    put(IN_TWO_COLUMNS, "int4range", "int8range", "numrange", "tsrange", "tstzrange", "daterange");
    put("BYTEA", "varbit");
    put("BIGINT", "oid", "xid", "xid8", "cid", "pg_lsn");
    put("TIME, or TIMESTAMP WITH TIME ZONE,", "timetz");
  }

  private OtherTypes() {}

  private static void put(String instead, String... types) {
    for (String type : types) {
      INSTEAD.put(type, instead);
    }
  }

  /** A sentence that says what to take instead; null for a name that is no type of PostgreSQL. */
  static String refusal(String name) {
    String type = name.toLowerCase(Locale.ROOT);
    String instead = INSTEAD.get(type);
    return instead == null
        ? null
        : "Type \"%s\" is not supported; %s can hold the same values.".formatted(type, instead);
  }
}
