package org.thetisdb.sql.type;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Types as PostgreSQL numbers and names them. */
public enum PgType {
  BOOL(16, 1000, 1, 'B', "boolean"),
  BYTEA(17, 1001, -1, 'U', "bytea"),
  CHAR(18, 1002, 1, 'Z', "\"char\""),
  NAME(19, 1003, 64, 'S', "name"),
  INT8(20, 1016, 8, 'N', "bigint"),
  INT2(21, 1005, 2, 'N', "smallint"),
  INT2VECTOR(22, 1006, -1, 'A', "int2vector"),
  INT4(23, 1007, 4, 'N', "integer"),
  REGPROC(24, 1008, 4, 'N', "regproc"),
  TEXT(25, 1009, -1, 'S', "text"),
  OID(26, 1028, 4, 'N', "oid"),
  OIDVECTOR(30, 1013, -1, 'A', "oidvector"),
  JSON(114, 199, -1, 'U', "json"),
  FLOAT4(700, 1021, 4, 'N', "real"),
  FLOAT8(701, 1022, 8, 'N', "double precision"),
  UNKNOWN(705, 0, -2, 'X', "unknown"),
  BPCHAR(1042, 1014, -1, 'S', "character"),
  VARCHAR(1043, 1015, -1, 'S', "character varying"),
  DATE(1082, 1182, 4, 'D', "date"),
  TIME(1083, 1183, 8, 'D', "time without time zone"),
  TIMESTAMP(1114, 1115, 8, 'D', "timestamp without time zone"),
  TIMESTAMPTZ(1184, 1185, 8, 'D', "timestamp with time zone"),
  INTERVAL(1186, 1187, 16, 'T', "interval"),
  NUMERIC(1700, 1231, -1, 'N', "numeric"),
  REGCLASS(2205, 2210, 4, 'N', "regclass"),
  REGTYPE(2206, 2211, 4, 'N', "regtype"),
  RECORD(2249, 2287, -1, 'P', "record"),
  VOID(2278, 0, 4, 'P', "void"),
  UUID(2950, 2951, 16, 'U', "uuid"),
  JSONB(3802, 3807, -1, 'U', "jsonb");

  /** What lengths are stored with. */
  private static final int HEADER = 4;

  private static final Map<Long, PgType> BY_OID = new HashMap<>();
  private static final Map<String, PgType> BY_NAME = new HashMap<>();

  static {
    for (PgType type : values()) {
      BY_OID.put(type.oid, type);
      BY_OID.put(type.arrayOid, type);
      BY_NAME.put(type.typeName(), type);
      BY_NAME.put(type.sqlName, type);
    }
    BY_NAME.put("int", INT4);
    BY_NAME.put("decimal", NUMERIC);
    BY_NAME.put("timestamp", TIMESTAMP);
    BY_NAME.put("time", TIME);
  }

  private final long oid;
  private final long arrayOid;
  private final int length;
  private final char category;
  private final String sqlName;

  PgType(long oid, long arrayOid, int length, char category, String sqlName) {
    this.oid = oid;
    this.arrayOid = arrayOid;
    this.length = length;
    this.category = category;
    this.sqlName = sqlName;
  }

  /** The type of single values. */
  public static PgType of(SqlType type) {
    return switch (type.name()) {
      case BOOLEAN -> BOOL;
      case TINYINT, SMALLINT -> INT2;
      case INTEGER -> INT4;
      case BIGINT -> INT8;
      case REAL -> FLOAT4;
      case DOUBLE -> FLOAT8;
      case DECIMAL -> NUMERIC;
      case CHAR -> BPCHAR;
      case VARCHAR -> type.precision() == 0 ? TEXT : VARCHAR;
      case BINARY, VARBINARY -> BYTEA;
      case DATE -> DATE;
      case TIME -> TIME;
      case TIMESTAMP -> TIMESTAMP;
      case TIMESTAMPTZ -> TIMESTAMPTZ;
      case UUID -> UUID;
      case JSONB -> JSONB;
      case INTERVAL -> INTERVAL;
      case ARRAY -> of(type.element());
    };
  }

  /** The number of a type, or of arrays of it. */
  public static long oidOf(SqlType type) {
    PgType of = of(type);
    return type.element() == null ? of.oid : of.arrayOid;
  }

  /** Length or digits as columns carry them; -1 for none. */
  public static int modifierOf(SqlType type) {
    SqlType single = type.element() == null ? type : type.element();
    return switch (of(single)) {
      case BPCHAR, VARCHAR -> single.precision() == 0 ? -1 : single.precision() + HEADER;
      case NUMERIC ->
          single.precision() == 0 ? -1 : (single.precision() << 16 | single.scale()) + HEADER;
      case BOOL,
          BYTEA,
          CHAR,
          NAME,
          INT8,
          INT2,
          INT2VECTOR,
          INT4,
          REGPROC,
          TEXT,
          OID,
          OIDVECTOR,
          JSON,
          FLOAT4,
          FLOAT8,
          UNKNOWN,
          DATE,
          TIME,
          TIMESTAMP,
          TIMESTAMPTZ,
          INTERVAL,
          REGCLASS,
          REGTYPE,
          RECORD,
          VOID,
          UUID,
          JSONB ->
          -1;
    };
  }

  /** FORMAT_TYPE: the name of a type; {@code ???} for a number that no type has. */
  public static String format(long oid, Integer modifier) {
    PgType type = oid == 0 ? null : BY_OID.get(oid);
    if (type == null) {
      return oid == 0 ? "-" : "???";
    }
    return type.named(modifier) + (oid == type.arrayOid ? "[]" : "");
  }

  private String named(Integer modifier) {
    if (modifier == null || modifier < HEADER) {
      return this == BPCHAR && modifier != null ? typeName() : sqlName;
    }
    int bare = modifier - HEADER;
    return this == NUMERIC
        ? "%s(%d,%d)".formatted(sqlName, bare >> 16, bare & 0xffff)
        : sqlName + '(' + bare + ')';
  }

  /** The number of the type of a name, which may end with brackets; null if there is none. */
  public static Long find(String name) {
    String bare = name.trim().toLowerCase(Locale.ROOT);
    boolean array =
        bare.endsWith("[]") || (bare.startsWith("_") && BY_NAME.containsKey(bare.substring(1)));
    if (array) {
      bare = bare.startsWith("_") ? bare.substring(1) : bare.substring(0, bare.length() - 2);
    }
    int bracket = bare.indexOf('(');
    PgType type = BY_NAME.get(bracket < 0 ? bare : bare.substring(0, bracket).trim());
    return type == null ? null : array ? (Long) type.arrayOid : (Long) type.oid;
  }

  public long oid() {
    return oid;
  }

  /** The number of arrays of it; 0 if there are none. */
  public long arrayOid() {
    return arrayOid;
  }

  /** Bytes of a value; -1 if they differ. */
  public int length() {
    return length;
  }

  public char category() {
    return category;
  }

  /** Whether it is no type of values in rows. */
  public boolean isPseudo() {
    return category == 'P' || category == 'X';
  }

  /** What INFORMATION_SCHEMA calls a column's type; it names no elements of arrays. */
  public static String dataTypeOf(SqlType type) {
    return type.element() == null ? of(type).sqlName : "ARRAY";
  }

  /** The name in pg_type of a column's type; an array's begins with an underscore. */
  public static String udtNameOf(SqlType type) {
    return (type.element() == null ? "" : "_") + of(type).typeName();
  }

  /** The name in pg_type. */
  public String typeName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
