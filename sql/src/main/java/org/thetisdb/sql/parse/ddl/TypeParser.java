package org.thetisdb.sql.parse.ddl;

import java.util.Locale;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.Interval;
import org.thetisdb.sql.parse.token.Token;
import org.thetisdb.sql.parse.token.TokenReader;
import org.thetisdb.sql.type.SqlType;
import org.thetisdb.sql.type.SqlTypeName;

/** Reads types. Stateless. */
final class TypeParser {
  private static final int MAX_SECOND_DIGITS = 9;

  private static final int MAX_DIGITS = 38;

  private TypeParser() {}

  static SqlType parse(TokenReader in) {
    SqlType type = element(in);
    boolean array = in.take("ARRAY");
    while (in.takeSymbol("[")) {
      array = true;
      if (in.peek().kind() == Token.Kind.NUMBER) {
        in.next(); // as in PostgreSQL the length binds nobody
      }
      in.expectSymbol("]");
    }
    return array ? SqlType.arrayOf(type) : type;
  }

  private static SqlType element(TokenReader in) {
    Token token = in.peek();
    String name = in.name("a type").toUpperCase(Locale.ROOT);
    return switch (name) {
      case "BOOLEAN", "BOOL" -> SqlType.of(SqlTypeName.BOOLEAN);
      case "BIT" -> bit(in, token);
      case "TINYINT" -> SqlType.of(SqlTypeName.TINYINT);
      case "SMALLINT", "INT2" -> SqlType.of(SqlTypeName.SMALLINT);
      case "INT", "INTEGER", "INT4", "SERIAL" -> SqlType.of(SqlTypeName.INTEGER);
      case "BIGINT", "INT8", "BIGSERIAL" -> SqlType.of(SqlTypeName.BIGINT);
      case "REAL", "FLOAT4" -> SqlType.of(SqlTypeName.REAL);
      case "FLOAT", "FLOAT8" -> floating(in);
      case "DOUBLE" -> {
        in.take("PRECISION");
        yield SqlType.of(SqlTypeName.DOUBLE);
      }
      case "DECIMAL", "NUMERIC", "DEC" -> decimal(in, token);
      case "CHAR", "CHARACTER", "NCHAR" -> text(in, token);
      case "BPCHAR" -> bounded(SqlTypeName.CHAR, in, token, SqlType.MAX_LENGTH);
      case "VARCHAR", "NVARCHAR", "VARCHAR2" -> bounded(SqlTypeName.VARCHAR, in, token, 0);
      case "TEXT", "STRING", "CLOB", "NCLOB", "LONGVARCHAR", "LONGNVARCHAR" ->
          SqlType.of(SqlTypeName.VARCHAR);
      case "BINARY" ->
          in.take("VARYING")
              ? bounded(SqlTypeName.VARBINARY, in, token, 0)
              : bounded(SqlTypeName.BINARY, in, token, 1);
      case "VARBINARY" -> bounded(SqlTypeName.VARBINARY, in, token, 0);
      case "BYTES", "BYTEA", "BLOB", "LONGVARBINARY" -> SqlType.of(SqlTypeName.VARBINARY);
      case "DATE" -> SqlType.of(SqlTypeName.DATE);
      case "TIME" -> clock(SqlTypeName.TIME, in, token);
      case "TIMESTAMP", "DATETIME" -> clock(SqlTypeName.TIMESTAMP, in, token);
      case "TIMESTAMPTZ" -> clock(SqlTypeName.TIMESTAMPTZ, in, token);
      case "JSONB", "JSON" -> SqlType.of(SqlTypeName.JSONB);
      case "INTERVAL" -> interval(in, token);
      case "UUID" -> SqlType.of(SqlTypeName.UUID);
      default -> throw unknown(token, name);
    };
  }

  private static ThetisException unknown(Token token, String name) {
    String refusal = OtherTypes.refusal(name);
    if (refusal != null) {
      return ThetisException.withMessage(ErrorCode.NOT_SUPPORTED, refusal);
    }
    return new ThetisException(
        ErrorCode.SQL_SYNTAX,
        token.line(),
        token.column(),
        "there is no type \"%s\".".formatted(name.toLowerCase(Locale.ROOT)));
  }

  /** As JDBC has it: one bit is a truth value. */
  private static SqlType bit(TokenReader in, Token token) {
    if (in.takeSymbol("(")) {
      long bits = in.wholeNumber("a number of bits");
      in.expectSymbol(")");
      if (bits != 1) {
        throw TokenReader.error(token, "a BIT is one bit, true or false; VARBINARY holds more");
      }
    }
    return SqlType.of(SqlTypeName.BOOLEAN);
  }

  private static SqlType floating(TokenReader in) {
    if (in.takeSymbol("(")) {
      in.wholeNumber("a number of bits");
      in.expectSymbol(")");
    }
    return SqlType.of(SqlTypeName.DOUBLE);
  }

  private static SqlType decimal(TokenReader in, Token token) {
    if (!in.takeSymbol("(")) {
      return SqlType.of(SqlTypeName.DECIMAL);
    }
    long digits = in.wholeNumber("a number of digits");
    long scale = in.takeSymbol(",") ? in.wholeNumber("a number of digits") : 0;
    in.expectSymbol(")");
    if (digits < 1 || digits > MAX_DIGITS || scale < 0 || scale > digits) {
      throw TokenReader.error(
          token, "a DECIMAL has 1 to " + MAX_DIGITS + " digits, and no more behind the point");
    }
    return new SqlType(SqlTypeName.DECIMAL, (int) digits, (int) scale);
  }

  private static SqlType text(TokenReader in, Token token) {
    return in.take("VARYING")
        ? bounded(SqlTypeName.VARCHAR, in, token, 0)
        : bounded(SqlTypeName.CHAR, in, token, 1);
  }

  private static SqlType bounded(SqlTypeName name, TokenReader in, Token token, int otherwise) {
    if (!in.takeSymbol("(")) {
      return new SqlType(name, otherwise, 0);
    }
    long length = in.wholeNumber("a length");
    in.expectSymbol(")");
    if (length < 1 || length > SqlType.MAX_LENGTH) {
      throw TokenReader.error(token, "a length is 1 to " + SqlType.MAX_LENGTH);
    }
    return new SqlType(name, (int) length, 0);
  }

  /** {@code INTERVAL DAY TO SECOND(3)}; digits of the second bind nobody. */
  private static SqlType interval(TokenReader in, Token token) {
    Interval.Field first = field(in);
    Interval.Field last = first;
    digits(in);
    if (first != null && in.take("TO")) {
      last = field(in);
      if (last == null || last.compareTo(first) <= 0) {
        throw TokenReader.error(token, "an INTERVAL is of units from a longer to a shorter one");
      }
      digits(in);
    }
    return SqlType.intervalTo(last == null ? Interval.Field.SECOND : last);
  }

  private static Interval.Field field(TokenReader in) {
    for (Interval.Field field : Interval.Field.values()) {
      if (in.take(field.name())) {
        return field;
      }
    }
    return null;
  }

  private static void digits(TokenReader in) {
    if (in.takeSymbol("(")) {
      in.wholeNumber("a number of digits");
      in.expectSymbol(")");
    }
  }

  private static SqlType clock(SqlTypeName name, TokenReader in, Token token) {
    int kept = MAX_SECOND_DIGITS;
    if (in.takeSymbol("(")) {
      long digits = in.wholeNumber("digits of the second");
      in.expectSymbol(")");
      kept = (int) digits;
      if (digits < 0 || digits > MAX_SECOND_DIGITS) {
        throw TokenReader.error(token, "a second has 0 to 9 digits behind the point");
      }
    }
    if (in.take("WITHOUT")) {
      in.expect("TIME", "ZONE");
    } else if (name == SqlTypeName.TIMESTAMP && in.isNext("WITH")) {
      in.expect("WITH");
      in.take("LOCAL");
      in.expect("TIME", "ZONE");
      return SqlType.ofClock(SqlTypeName.TIMESTAMPTZ, kept);
    } else if (in.isNext("WITH", "TIME", "ZONE")) {
      throw new ThetisException(ErrorCode.NOT_SUPPORTED, name + " WITH TIME ZONE");
    }
    return SqlType.ofClock(name, kept);
  }
}
