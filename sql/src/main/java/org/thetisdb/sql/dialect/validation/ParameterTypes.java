package org.thetisdb.sql.dialect.validation;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.thetisdb.sql.dialect.SqlTypes;
import org.thetisdb.sql.dialect.TimestampTypes;
import org.thetisdb.sql.type.SqlType;

/**
 * The types of a statement's parameters as they are found, one by one. For one compilation; not
 * thread-safe.
 */
public final class ParameterTypes {
  private final Validator validator;
  private final RelDataTypeFactory types;
  private final Map<Integer, SqlType> given;
  private final Set<Integer> open = new HashSet<>();
  private final Set<Integer> beside = new HashSet<>();
  private final Map<Integer, RelDataType> expected = new HashMap<>();

  /** None is known but those {@code given}, by parameter, which are not given by the statement. */
  ParameterTypes(Validator validator, RelDataTypeFactory types, Map<Integer, SqlType> given) {
    this.validator = validator;
    this.types = types;
    this.given = given;
  }

  /** The parameters whose type nothing gave. */
  public Set<Integer> open() {
    return open;
  }

  /** The parameters that have the type of a number beside them, and may be wider than that. */
  public Set<Integer> beside() {
    return beside;
  }

  /** A parameter that stands alone in a select list is meant to be of this type. */
  void expect(int parameter, RelDataType type) {
    expected.put(parameter, type);
  }

  /** Gives a parameter its type if it has none; null if nothing gives it. */
  void settle(SqlDynamicParam parameter, RelDataType wanted) {
    if (isTyped(parameter)) {
      return;
    }
    if (isKnown(wanted)) {
      set(parameter, wanted);
    } else if (expected.containsKey(parameter.getIndex())) {
      set(parameter, expected.get(parameter.getIndex()));
    } else {
      leaveOpen(parameter);
      set(parameter, text());
    }
  }

  /** Nothing gives its type but the value. */
  void leaveOpen(SqlDynamicParam parameter) {
    if (!given.containsKey(parameter.getIndex())) {
      open.add(parameter.getIndex());
    }
  }

  /** Whether it has a type. */
  boolean isTyped(SqlNode parameter) {
    return isKnown(validator.getValidatedNodeTypeIfKnown(parameter));
  }

  /** Whether this is a type that a parameter can have. */
  boolean isKnown(RelDataType type) {
    return type != null
        && !type.equals(validator.getUnknownType())
        && type.getSqlTypeName() != SqlTypeName.NULL
        && type.getSqlTypeName() != SqlTypeName.ANY
        && type.getSqlTypeName() != SqlTypeName.SYMBOL
        && !SqlTypeUtil.isInterval(type)
        && !type.isStruct();
  }

  /** Gives it this type, or the one that is known beforehand. */
  void set(SqlDynamicParam parameter, RelDataType type) {
    SqlType known = given.get(parameter.getIndex());
    RelDataType used = known == null ? type : SqlTypes.toCalcite(types, known, true);
    if (SqlTypeUtil.inCharFamily(used)) {
      // a text beside others may be longer than these
      used = text();
    } else if (SqlTypeUtil.isDecimal(used)) {
      // and a decimal may have more digits
      used = defaultNumber();
    }
    validator.setValidatedNodeType(parameter, types.createTypeWithNullability(used, true));
  }

  /** A text of any length. */
  RelDataType text() {
    return SqlTypes.toCalcite(types, SqlType.of(org.thetisdb.sql.type.SqlTypeName.VARCHAR), true);
  }

  /** A type without bounds. */
  RelDataType of(SqlTypeName name) {
    return types.createSqlType(name);
  }

  /** Gives a parameter the type of a number beside it, or a default if that is undecided. */
  void number(SqlDynamicParam parameter, RelDataType type, boolean undecided) {
    if (undecided) {
      leaveOpen(parameter);
    } else if (SqlTypeUtil.isIntType(type) && !given.containsKey(parameter.getIndex())) {
      beside.add(parameter.getIndex());
    }
    set(parameter, type);
  }

  /** What a number is of which nothing is known. */
  RelDataType defaultNumber() {
    return SqlTypes.toCalcite(types, SqlType.of(org.thetisdb.sql.type.SqlTypeName.DECIMAL), true);
  }

  /** The type if it is that of a number; else null. */
  RelDataType numeric(RelDataType wanted) {
    return wanted != null && SqlTypeUtil.isNumeric(wanted) ? wanted : null;
  }

  /** The type that stands for this name. */
  RelDataType concrete(SqlTypeName name) {
    return switch (name) {
      case VARCHAR -> text();
      case DECIMAL -> defaultNumber();
      case TIMESTAMP -> types.createSqlType(SqlTypeName.TIMESTAMP, TimestampTypes.DIGITS);
      default -> of(name);
    };
  }
}
