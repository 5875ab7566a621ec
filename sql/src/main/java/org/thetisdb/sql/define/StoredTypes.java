package org.thetisdb.sql.define;

import java.util.EnumSet;
import java.util.Set;
import org.thetisdb.sql.type.SqlType;
import org.thetisdb.sql.type.SqlTypeName;

/** Which types hold values of which others. Stateless. */
final class StoredTypes {
  /** Types whose values are stored as those of wider ones are. */
  private static final Set<SqlTypeName> NARROWED =
      EnumSet.of(
          SqlTypeName.TINYINT,
          SqlTypeName.SMALLINT,
          SqlTypeName.INTEGER,
          SqlTypeName.VARCHAR,
          SqlTypeName.VARBINARY);

  private static final Set<SqlTypeName> NUMBERS =
      EnumSet.of(
          SqlTypeName.TINYINT,
          SqlTypeName.SMALLINT,
          SqlTypeName.INTEGER,
          SqlTypeName.BIGINT,
          SqlTypeName.REAL,
          SqlTypeName.DOUBLE,
          SqlTypeName.DECIMAL);

  private static final Set<SqlTypeName> DATES =
      EnumSet.of(SqlTypeName.DATE, SqlTypeName.TIMESTAMP, SqlTypeName.TIMESTAMPTZ);

  private static final Set<SqlTypeName> BYTES =
      EnumSet.of(SqlTypeName.BINARY, SqlTypeName.VARBINARY);

  private StoredTypes() {}

  /** Whether values of one type are stored as those of the other, where they are of both. */
  static boolean areAlike(SqlType one, SqlType other) {
    return holdsAll(one, other) || isNarrower(one, other);
  }

  /** Whether the values of a column become those of another type though nobody said how. */
  static boolean isAutomatic(SqlType from, SqlType to) {
    boolean text = to.name() == SqlTypeName.VARCHAR || to.name() == SqlTypeName.CHAR;
    boolean clock = to.name() == SqlTypeName.TIME && DATES.contains(from.name());
    return from.name() == to.name()
        || (NUMBERS.contains(from.name()) && NUMBERS.contains(to.name()))
        || (DATES.contains(from.name()) && DATES.contains(to.name()))
        || (clock && from.name() != SqlTypeName.DATE)
        || (BYTES.contains(from.name()) && BYTES.contains(to.name()))
        || (text && !BYTES.contains(from.name()) && from.name() != SqlTypeName.ARRAY);
  }

  /** Whether values are stored in the same way, and only some of them are of the new type. */
  private static boolean isNarrower(SqlType narrow, SqlType wide) {
    boolean decimal =
        narrow.name() == SqlTypeName.DECIMAL
            && wide.precision() > 0
            && narrow.scale() == wide.scale();
    return (decimal || NARROWED.contains(narrow.name()))
        && !holdsAll(narrow, wide)
        && holdsAll(wide, narrow);
  }

  static boolean holdsAll(SqlType wide, SqlType narrow) {
    if (wide.name().storage() != narrow.name().storage()) {
      return false;
    }
    return switch (wide.name()) {
      case BOOLEAN, UUID, DATE, REAL, JSONB -> wide.name() == narrow.name();
      case TIME, TIMESTAMP, TIMESTAMPTZ ->
          wide.name() == narrow.name() && wide.secondDigits() >= narrow.secondDigits();
      case TINYINT, SMALLINT, INTEGER, BIGINT ->
          narrow.name().code() <= wide.name().code() && isWhole(narrow);
      case DOUBLE -> true;
      case DECIMAL ->
          wide.precision() == 0
              || (narrow.precision() > 0
                  && wide.scale() == narrow.scale()
                  && wide.precision() >= narrow.precision());
      case CHAR, BINARY, ARRAY -> wide.equals(narrow);
      case INTERVAL ->
          narrow.name() == SqlTypeName.INTERVAL
              && (wide.precision() == 0 || wide.precision() == narrow.precision());
      case VARCHAR ->
          narrow.name() != SqlTypeName.JSONB
              && narrow.name() != SqlTypeName.INTERVAL
              && isAsLong(wide, narrow);
      case VARBINARY -> narrow.name() != SqlTypeName.ARRAY && isAsLong(wide, narrow);
    };
  }

  private static boolean isWhole(SqlType type) {
    return switch (type.name()) {
      case TINYINT, SMALLINT, INTEGER, BIGINT -> true;
      case BOOLEAN,
          REAL,
          DOUBLE,
          DECIMAL,
          CHAR,
          VARCHAR,
          BINARY,
          VARBINARY,
          DATE,
          TIME,
          TIMESTAMP,
          TIMESTAMPTZ,
          UUID,
          JSONB,
          INTERVAL,
          ARRAY ->
          false;
    };
  }

  private static boolean isAsLong(SqlType wide, SqlType narrow) {
    return wide.precision() == 0
        || (narrow.precision() > 0 && wide.precision() >= narrow.precision());
  }
}
