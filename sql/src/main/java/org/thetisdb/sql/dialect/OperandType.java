package org.thetisdb.sql.dialect;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.type.SqlType;

/** What an operand of a {@link TypedFunction} has to be, and how a text becomes that. */
public enum OperandType {
  /** A document, or its text. */
  JSON {
    @Override
    boolean is(RelDataType type) {
      return TypeFactory.isJson(type);
    }

    @Override
    RelDataType wanted(RelDataTypeFactory types) {
      return TypeFactory.json(types);
    }
  },
  /** An interval, or its text. */
  INTERVAL {
    @Override
    boolean is(RelDataType type) {
      return TypeFactory.isInterval(type);
    }

    @Override
    RelDataType wanted(RelDataTypeFactory types) {
      return TypeFactory.interval(types);
    }

    @Override
    SqlNode fit(
        String name, SqlCall call, int at, List<RelDataType> all, RelDataTypeFactory types) {
      return all.get(at).getSqlTypeName() == SqlTypeName.TIME
          ? converted(call, at, all.get(at), wanted(types))
          : super.fit(name, call, at, all, types);
    }
  },
  /** An array of intervals, or its text. */
  INTERVALS {
    @Override
    boolean is(RelDataType type) {
      return isArray(type) && TypeFactory.isInterval(type.getComponentType());
    }

    @Override
    RelDataType wanted(RelDataTypeFactory types) {
      return types.createArrayType(TypeFactory.interval(types), -1);
    }
  },
  /** A timestamp, or a date or a text that is read as one. */
  CLOCK {
    @Override
    boolean is(RelDataType type) {
      return type.getSqlTypeName() == SqlTypeName.TIMESTAMP
          || type.getSqlTypeName() == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
    }

    @Override
    RelDataType wanted(RelDataTypeFactory types) {
      return types.createSqlType(SqlTypeName.TIMESTAMP, TimestampTypes.DIGITS);
    }

    @Override
    SqlNode fit(
        String name, SqlCall call, int at, List<RelDataType> all, RelDataTypeFactory types) {
      return all.get(at).getSqlTypeName() == SqlTypeName.DATE
          ? converted(call, at, all.get(at), wanted(types))
          : super.fit(name, call, at, all, types);
    }
  },
  /** A number. */
  NUMBER {
    @Override
    boolean is(RelDataType type) {
      return SqlTypeUtil.isNumeric(type);
    }

    @Override
    RelDataType wanted(RelDataTypeFactory types) {
      return types.createSqlType(SqlTypeName.DOUBLE);
    }
  },
  /** Any value, as {@code to_jsonb} makes a document of it. */
  VALUE {
    @Override
    boolean is(RelDataType type) {
      return TypeFactory.isJson(type);
    }

    @Override
    SqlNode fit(
        String name, SqlCall call, int at, List<RelDataType> all, RelDataTypeFactory types) {
      SqlNode operand = call.operand(at);
      return is(all.get(at))
          ? operand
          : Conversion.toJsonValue(types).createCall(operand.getParserPosition(), operand);
    }
  },
  /** Any value as it is. */
  ANY {
    @Override
    boolean is(RelDataType type) {
      return true;
    }
  },
  /** A text. */
  TEXT {
    @Override
    boolean is(RelDataType type) {
      return SqlTypeUtil.isCharacter(type);
    }

    @Override
    RelDataType wanted(RelDataTypeFactory types) {
      return text(types);
    }
  },
  /** Any value, as it is written. */
  WRITTEN {
    @Override
    boolean is(RelDataType type) {
      return SqlTypeUtil.isCharacter(type);
    }

    @Override
    SqlNode fit(
        String name, SqlCall call, int at, List<RelDataType> all, RelDataTypeFactory types) {
      SqlNode operand = call.operand(at);
      return is(all.get(at)) || all.get(at).getSqlTypeName() == SqlTypeName.NULL
          ? operand
          : Conversion.toWritten(text(types)).createCall(operand.getParserPosition(), operand);
    }
  },
  /** An array of anything, its elements as they are written. */
  WRITTEN_LIST {
    @Override
    boolean is(RelDataType type) {
      return TEXTS.is(type);
    }

    @Override
    RelDataType wanted(RelDataTypeFactory types) {
      return TEXTS.wanted(types);
    }

    @Override
    SqlNode fit(
        String name, SqlCall call, int at, List<RelDataType> all, RelDataTypeFactory types) {
      SqlNode operand = call.operand(at);
      boolean others = isArray(all.get(at)) && !is(all.get(at));
      return others
          ? Conversion.toWritten(wanted(types)).createCall(operand.getParserPosition(), operand)
          : super.fit(name, call, at, all, types);
    }
  },
  /** A number of any type. */
  EXACT {
    @Override
    boolean is(RelDataType type) {
      return SqlTypeUtil.isNumeric(type);
    }

    @Override
    RelDataType wanted(RelDataTypeFactory types) {
      return SqlTypes.toCalcite(types, SqlType.of(org.thetisdb.sql.type.SqlTypeName.DECIMAL), true);
    }
  },
  /** A whole number whose bits are looked at. */
  BITS {
    @Override
    boolean is(RelDataType type) {
      return SqlTypeUtil.isIntType(type);
    }

    @Override
    RelDataType wanted(RelDataTypeFactory types) {
      return types.createSqlType(SqlTypeName.INTEGER);
    }

    @Override
    RelDataType parameterType(RelDataTypeFactory types, List<RelDataType> known) {
      return known.stream()
          .filter(type -> type != null && is(type))
          .findFirst()
          .orElse(types.createSqlType(SqlTypeName.BIGINT));
    }
  },
  /** Bytes, or a text that names them. */
  BYTES {
    @Override
    boolean is(RelDataType type) {
      return SqlTypeUtil.isBinary(type);
    }

    @Override
    RelDataType wanted(RelDataTypeFactory types) {
      return types.createSqlType(SqlTypeName.VARBINARY);
    }
  },
  /** A text or bytes. */
  TEXT_OR_BYTES {
    @Override
    boolean is(RelDataType type) {
      return SqlTypeUtil.isCharacter(type) || SqlTypeUtil.isBinary(type);
    }

    @Override
    RelDataType wanted(RelDataTypeFactory types) {
      return text(types);
    }
  },
  /** A date, a clock without a zone, or a point in time, which a text names. */
  MOMENT {
    @Override
    boolean is(RelDataType type) {
      return type.getSqlTypeName() == SqlTypeName.TIMESTAMP
          || type.getSqlTypeName() == SqlTypeName.DATE
          || type.getSqlTypeName() == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
    }

    @Override
    RelDataType wanted(RelDataTypeFactory types) {
      return types.createSqlType(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, TimestampTypes.DIGITS);
    }
  },
  /** A time with its day; a date is its midnight. */
  DAY_TIME {
    @Override
    boolean is(RelDataType type) {
      return MOMENT.is(type) && type.getSqlTypeName() != SqlTypeName.DATE;
    }

    @Override
    RelDataType wanted(RelDataTypeFactory types) {
      return types.createSqlType(SqlTypeName.TIMESTAMP, TimestampTypes.DIGITS);
    }

    @Override
    SqlNode fit(
        String name, SqlCall call, int at, List<RelDataType> all, RelDataTypeFactory types) {
      return all.get(at).getSqlTypeName() == SqlTypeName.DATE
          ? converted(call, at, all.get(at), wanted(types))
          : super.fit(name, call, at, all, types);
    }
  },
  /** The name of a member or the number of an element. */
  STEP {
    @Override
    boolean is(RelDataType type) {
      return SqlTypeUtil.isCharacter(type) || SqlTypeUtil.isIntType(type);
    }
  },
  /** The name of a member, the number of an element, or several names. */
  STEPS {
    @Override
    boolean is(RelDataType type) {
      return STEP.is(type) || TEXTS.is(type);
    }
  },
  /** An array of texts, or its text. */
  TEXTS {
    @Override
    boolean is(RelDataType type) {
      return isArray(type) && SqlTypeUtil.isCharacter(type.getComponentType());
    }

    @Override
    RelDataType wanted(RelDataTypeFactory types) {
      return types.createArrayType(text(types), -1);
    }
  },
  /** An array of whole numbers, or its text. */
  WHOLES {
    @Override
    boolean is(RelDataType type) {
      return isArray(type) && !SqlTypeUtil.isCharacter(type.getComponentType());
    }

    @Override
    RelDataType wanted(RelDataTypeFactory types) {
      return types.createArrayType(
          types.createTypeWithNullability(types.createSqlType(SqlTypeName.INTEGER), true), -1);
    }
  },
  /** An array of decimals, or its text. */
  EXACTS {
    @Override
    boolean is(RelDataType type) {
      return isArray(type) && SqlTypeUtil.isNumeric(type.getComponentType());
    }

    @Override
    RelDataType wanted(RelDataTypeFactory types) {
      return types.createArrayType(EXACT.wanted(types), -1);
    }
  },
  /** A whole number. */
  WHOLE {
    @Override
    boolean is(RelDataType type) {
      return SqlTypeUtil.isIntType(type);
    }

    @Override
    RelDataType wanted(RelDataTypeFactory types) {
      return types.createSqlType(SqlTypeName.INTEGER);
    }
  },
  /** True or false. */
  TRUTH {
    @Override
    boolean is(RelDataType type) {
      return SqlTypeUtil.isBoolean(type);
    }

    @Override
    RelDataType wanted(RelDataTypeFactory types) {
      return types.createSqlType(SqlTypeName.BOOLEAN);
    }
  },
  /** An array of anything; a text is read as one of texts. */
  ARRAY {
    @Override
    boolean is(RelDataType type) {
      return isArray(type);
    }

    @Override
    RelDataType wanted(RelDataTypeFactory types) {
      return TEXTS.wanted(types);
    }
  },
  /** An element of the array that is the first operand. */
  ELEMENT {
    @Override
    boolean is(RelDataType type) {
      return true;
    }

    @Override
    SqlNode fit(
        String name, SqlCall call, int at, List<RelDataType> all, RelDataTypeFactory types) {
      return converted(
          call,
          at,
          all.get(at),
          TimestampTypes.withAllDigits(all.get(0).getComponentType(), types));
    }

    @Override
    RelDataType parameterType(RelDataTypeFactory types, List<RelDataType> known) {
      return elementOf(known.get(0));
    }
  },
  /** An element of the array that is the last operand. */
  ELEMENT_OF_LAST {
    @Override
    boolean is(RelDataType type) {
      return true;
    }

    @Override
    SqlNode fit(
        String name, SqlCall call, int at, List<RelDataType> all, RelDataTypeFactory types) {
      return converted(
          call,
          at,
          all.get(at),
          TimestampTypes.withAllDigits(all.get(all.size() - 1).getComponentType(), types));
    }

    @Override
    RelDataType parameterType(RelDataTypeFactory types, List<RelDataType> known) {
      return elementOf(known.get(known.size() - 1));
    }
  },
  /** A value that is compared with the elements of the array that is the second operand. */
  COMPARED {
    @Override
    boolean is(RelDataType type) {
      return true;
    }

    @Override
    SqlNode fit(
        String name, SqlCall call, int at, List<RelDataType> all, RelDataTypeFactory types) {
      return converted(call, at, all.get(0), common(name, all, types));
    }

    @Override
    RelDataType parameterType(RelDataTypeFactory types, List<RelDataType> known) {
      return elementOf(known.get(1));
    }
  },
  /** The array whose elements the first operand is compared with. */
  ARRAY_OF_COMPARED {
    @Override
    boolean is(RelDataType type) {
      return isArray(type);
    }

    @Override
    SqlNode fit(
        String name, SqlCall call, int at, List<RelDataType> all, RelDataTypeFactory types) {
      RelDataType element = common(name, all, types);
      return converted(call, at, all.get(at), types.createArrayType(element, -1));
    }

    @Override
    RelDataType parameterType(RelDataTypeFactory types, List<RelDataType> known) {
      RelDataType first = known.get(0);
      return first == null
          ? null
          : types.createArrayType(types.createTypeWithNullability(first, true), -1);
    }
  },
  /** A number or a timestamp that all members of a series have the type of, or its step. */
  MEMBER {
    @Override
    boolean is(RelDataType type) {
      return SqlTypeUtil.isIntType(type) || SqlTypeUtil.isDecimal(type);
    }

    @Override
    SqlNode fit(
        String name, SqlCall call, int at, List<RelDataType> all, RelDataTypeFactory types) {
      if (all.size() == 3 && isOfTime(all)) {
        RelDataType type = all.get(at);
        if (at == 2) {
          return INTERVAL.fit(name, call, at, all, types);
        }
        boolean none = type.getSqlTypeName() == SqlTypeName.NULL;
        if (!isTime(type) && !SqlTypeUtil.isCharacter(type) && !none) {
          throw mismatch(name, at, type);
        }
        return converted(call, at, type, member(all, types));
      }
      if (!is(all.get(at)) && all.get(at).getSqlTypeName() != SqlTypeName.NULL) {
        throw mismatch(name, at, all.get(at));
      }
      return converted(call, at, all.get(at), member(all, types));
    }

    @Override
    RelDataType parameterType(RelDataTypeFactory types, List<RelDataType> known) {
      return known.stream()
          .filter(type -> type != null && is(type))
          .findFirst()
          .orElse(types.createSqlType(SqlTypeName.INTEGER));
    }
  },
  /** A document, an array or an interval, of the same kind as the other operand. */
  SAME {
    @Override
    boolean is(RelDataType type) {
      return Conversion.isOwn(type);
    }

    @Override
    SqlNode fit(
        String name, SqlCall call, int at, List<RelDataType> all, RelDataTypeFactory types) {
      RelDataType wanted =
          all.stream()
              .filter(OperandType::isArray)
              .filter(type -> type.getComponentType().getSqlTypeName() != SqlTypeName.NULL)
              .findFirst()
              .orElse(
                  all.stream()
                      .filter(TypeFactory::isInterval)
                      .findFirst()
                      .orElse(TypeFactory.json(types)));
      RelDataType type = all.get(at);
      if (!is(type)
          && !SqlTypeUtil.isCharacter(type)
          && type.getSqlTypeName() != SqlTypeName.NULL) {
        throw mismatch(name, at, type);
      }
      return converted(call, at, type, wanted);
    }

    @Override
    RelDataType parameterType(RelDataTypeFactory types, List<RelDataType> known) {
      return known.stream()
          .filter(type -> type != null && is(type))
          .findFirst()
          .orElse(TypeFactory.json(types));
    }
  };

  /** Whether an operand is taken as it is. */
  abstract boolean is(RelDataType type);

  /** The type that a text is read as; null for none. */
  RelDataType wanted(RelDataTypeFactory types) {
    return null;
  }

  /**
   * The type of a parameter that stands there; null if its value gives it.
   *
   * @param known the types of the operands; null for those that are not known
   */
  RelDataType parameterType(RelDataTypeFactory types, List<RelDataType> known) {
    return wanted(types);
  }

  /**
   * The operand as it is wanted.
   *
   * @param all the types of all operands
   * @throws ThetisException if it cannot be that
   */
  SqlNode fit(String name, SqlCall call, int at, List<RelDataType> all, RelDataTypeFactory types) {
    RelDataType type = all.get(at);
    RelDataType wanted = wanted(types);
    if (is(type) || type.getSqlTypeName() == SqlTypeName.NULL) {
      return type.getSqlTypeName() == SqlTypeName.NULL && wanted != null
          ? converted(call, at, type, wanted)
          : call.operand(at);
    }
    boolean read = wanted != null && SqlTypeUtil.isCharacter(type);
    if (!read) {
      throw mismatch(name, at, type);
    }
    return converted(call, at, type, wanted);
  }

  /** The type of the members of a series; small integers are integers there. */
  private static boolean isTime(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.DATE || CLOCK.is(type);
  }

  /** Whether a series is one of timestamps. */
  private static boolean isOfTime(List<RelDataType> all) {
    return all.stream().anyMatch(OperandType::isTime);
  }

  /** As in PostgreSQL a series of dates is one of points in time. */
  static RelDataType member(List<RelDataType> all, RelDataTypeFactory types) {
    if (isOfTime(all)) {
      boolean plain = all.stream().anyMatch(type -> type.getSqlTypeName() == SqlTypeName.TIMESTAMP);
      SqlTypeName name = plain ? SqlTypeName.TIMESTAMP : SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
      return types.createTypeWithNullability(
          types.createSqlType(name, TimestampTypes.DIGITS), true);
    }
    List<RelDataType> known = new ArrayList<>();
    known.add(types.createSqlType(SqlTypeName.INTEGER));
    all.stream().filter(type -> type.getSqlTypeName() != SqlTypeName.NULL).forEach(known::add);
    RelDataType common = types.leastRestrictive(known);
    return types.createTypeWithNullability(common, true);
  }

  private static RelDataType elementOf(RelDataType array) {
    return array == null ? null : array.getComponentType();
  }

  public static boolean isArray(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.ARRAY;
  }

  private static RelDataType text(RelDataTypeFactory types) {
    return SqlTypes.toCalcite(types, SqlType.of(org.thetisdb.sql.type.SqlTypeName.VARCHAR), true);
  }

  /** The type in which a value and the elements of an array are compared. */
  private static RelDataType common(String name, List<RelDataType> all, RelDataTypeFactory types) {
    RelDataType first = all.get(0);
    if (SqlTypeUtil.isCharacter(all.get(1)) || all.get(1).getSqlTypeName() == SqlTypeName.NULL) {
      return first;
    }
    if (!isArray(all.get(1))) {
      throw mismatch(name, 1, all.get(1));
    }
    RelDataType element = all.get(1).getComponentType();
    if (element.getSqlTypeName() == SqlTypeName.NULL || !Conversion.isNeeded(element, first)) {
      return first;
    }
    if (first.getSqlTypeName() == SqlTypeName.CHAR && !SqlTypeUtil.isCharacter(element)) {
      // a constant is read as one of these
      return types.createTypeWithNullability(TimestampTypes.withAllDigits(element, types), true);
    }
    RelDataType common = types.leastRestrictive(List.of(first, element));
    if (common == null) {
      throw mismatch(name, 1, all.get(1));
    }
    return types.createTypeWithNullability(common, true);
  }

  private static SqlNode converted(SqlCall call, int at, RelDataType from, RelDataType to) {
    SqlNode operand = call.operand(at);
    return Conversion.isNeeded(from, to)
        ? Conversion.to(to).createCall(operand.getParserPosition(), operand)
        : operand;
  }

  private static ThetisException mismatch(String name, int at, RelDataType type) {
    return ThetisException.withMessage(
        ErrorCode.UNKNOWN_FUNCTION,
        "There is no %s whose operand %d is of type %s."
            .formatted(name.replaceFirst("_$", ""), at + 1, type));
  }
}
