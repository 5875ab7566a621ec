package org.thetisdb.sql.dialect.validation;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlBetweenOperator;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.dialect.Conversion;
import org.thetisdb.sql.dialect.OperandType;
import org.thetisdb.sql.dialect.TimestampTypes;
import org.thetisdb.sql.dialect.TypeFactory;
import org.thetisdb.sql.dialect.TypedFunctions;
import org.thetisdb.sql.dialect.ValueFunctions;
import org.thetisdb.sql.type.Coercion;
import org.thetisdb.sql.type.SqlType;

/**
 * Operators that mean something else beside JSON, arrays and intervals: which one is meant is known
 * only when the types of the operands are. For one compilation; not thread-safe.
 */
final class TypedOperators {
  private static final Set<SqlKind> TAKE_NUMBERS =
      Set.of(SqlKind.SUM, SqlKind.AVG, SqlKind.MINUS_PREFIX, SqlKind.PLUS_PREFIX);

  private static final int DIGITS_OF_TIME = 3;

  private final Validator validator;
  private final IntervalOperators intervals;

  TypedOperators(Validator validator) {
    this.validator = validator;
    this.intervals = new IntervalOperators(validator);
  }

  /** Puts what is meant in place of an operator whose type was not asked for before. */
  void resolve(SqlValidatorScope scope, SqlNode node) {
    if (node instanceof SqlCase choice) {
      chosen(scope, choice);
      return;
    }
    if (!(node instanceof SqlBasicCall call)) {
      return;
    }
    if (call.operandCount() == 1 && isKnown(call)) {
      requireNumber(scope, call);
      intervals.unary(scope, call);
      summed(scope, call);
      lengthOfBytes(scope, call);
    }
    if (PaddedTexts.seesBlanks(call)) {
      fill(scope.getOperandScope(call), call);
    }
    switch (call.getKind()) {
      case LIKE -> {
        filled(scope, call);
        likeOfBytes(scope, call);
      }
      case LISTAGG -> requireText(scope, call);
      case BETWEEN -> between(scope, call);
      case GREATEST, LEAST, GREATEST_PG, LEAST_PG -> chosenByOrder(scope, call);
      case OVERLAPS -> intervals.overlaps(scope, call);
      case TIMESTAMP_DIFF -> intervals.difference(scope, call);
      case ARRAY_VALUE_CONSTRUCTOR -> elements(scope, call);
      default -> binary(scope, call);
    }
  }

  /** No text is a number, but a constant may be read as one. */
  private void requireNumber(SqlValidatorScope scope, SqlBasicCall call) {
    boolean ofNumbers =
        VarianceCalls.isOne(call.getKind()) || TAKE_NUMBERS.contains(call.getKind());
    if (ofNumbers
        && !(call.operand(0) instanceof SqlDynamicParam)
        && type(scope.getOperandScope(call), call, 0).getSqlTypeName() == SqlTypeName.VARCHAR) {
      throw ThetisException.withMessage(
          ErrorCode.UNKNOWN_FUNCTION,
          "There is no %s of a text; cast it to a number."
              .formatted(call.getOperator().getName().toLowerCase(Locale.ROOT)));
    }
  }

  private void requireText(SqlValidatorScope scope, SqlBasicCall call) {
    if (!(call.operand(0) instanceof SqlDynamicParam)
        && SqlTypeUtil.isBinary(type(scope.getOperandScope(call), call, 0))) {
      throw new ThetisException(
          ErrorCode.NOT_SUPPORTED,
          "STRING_AGG of bytes (encode(value, 'hex') makes texts of them)");
    }
  }

  private void fill(SqlValidatorScope scope, SqlBasicCall call) {
    if (PaddedTexts.fill(scope, call)) {
      call.getOperandList().forEach(operand -> validator.deriveType(scope, operand));
    }
  }

  private void filled(SqlValidatorScope scope, SqlBasicCall like) {
    SqlNode filled = PaddedTexts.filled(scope, like);
    if (filled != null) {
      like.setOperand(0, filled);
      validator.deriveType(scope, filled);
    }
  }

  /** Bytes are like others if the texts are that have a character for each byte. */
  private void likeOfBytes(SqlValidatorScope scope, SqlBasicCall call) {
    if (!isKnown(call)
        || call.getOperandList().stream()
            .limit(2)
            .noneMatch(operand -> SqlTypeUtil.isBinary(validator.deriveType(scope, operand)))) {
      return;
    }
    besideOthers(scope, call, SqlTypeUtil::isBinary);
    for (int i = 0; i < 2; i++) {
      if (SqlTypeUtil.isBinary(type(scope, call, i))) {
        wrap(scope, call, i, ValueFunctions.TEXT_OF_BYTES);
      }
    }
  }

  /**
   * Sums of BIGINT are decimals, which have no bound; averages of REAL are doubles; variances are
   * those of decimals or of doubles.
   */
  private void summed(SqlValidatorScope scope, SqlBasicCall call) {
    boolean average = call.getKind() == SqlKind.AVG;
    boolean spread = VarianceCalls.isOne(call.getKind());
    if (call.getKind() != SqlKind.SUM && !average && !spread) {
      return;
    }
    RelDataType given = validator.deriveType(scope.getOperandScope(call), call.operand(0));
    SqlTypeName type = given.getSqlTypeName();
    boolean floating = SqlTypeUtil.isApproximateNumeric(given);
    if (spread && SqlTypeUtil.isNumeric(given)) {
      cast(call, 0, floating ? SqlTypeName.DOUBLE : SqlTypeName.DECIMAL);
      call.setOperator(VarianceCalls.of(call.getKind(), floating));
    } else if (!spread && type == SqlTypeName.BIGINT) {
      cast(call, 0, SqlTypeName.DECIMAL);
    } else if (average && type == SqlTypeName.REAL) {
      cast(call, 0, SqlTypeName.DOUBLE);
    }
  }

  /** A REAL beside a whole number is calculated as a double. */
  private void widened(SqlValidatorScope scope, SqlBasicCall call) {
    for (int i = 0; i < 2; i++) {
      if (type(scope, call, i).getSqlTypeName() == SqlTypeName.REAL
          && SqlTypeUtil.isIntType(type(scope, call, 1 - i))) {
        cast(call, i, SqlTypeName.DOUBLE);
        return;
      }
    }
  }

  /** A REAL and an exact number are compared as doubles, but for constants that a REAL can be. */
  private void asDoubles(SqlValidatorScope scope, SqlBasicCall call) {
    for (int i = 0; i < 2; i++) {
      RelDataType other = type(scope, call, 1 - i);
      if (type(scope, call, i).getSqlTypeName() == SqlTypeName.REAL
          && SqlTypeUtil.isExactNumeric(other)
          && other.getSqlTypeName() != SqlTypeName.SMALLINT
          && !isReal(call.operand(1 - i))) {
        cast(call, i, SqlTypeName.DOUBLE);
        cast(call, 1 - i, SqlTypeName.DOUBLE);
        validator.deriveType(scope, call.operand(0));
        validator.deriveType(scope, call.operand(1));
        return;
      }
    }
  }

  private static boolean isReal(SqlNode value) {
    if (!(value instanceof SqlNumericLiteral number)) {
      return false;
    }
    float nearest = number.bigDecimalValue().floatValue();
    return Float.isFinite(nearest)
        && new BigDecimal(nearest).compareTo(number.bigDecimalValue()) == 0;
  }

  private static void cast(SqlBasicCall call, int operand, SqlTypeName to) {
    cast(call, operand, new SqlBasicTypeNameSpec(to, call.operand(operand).getParserPosition()));
  }

  private static void cast(SqlBasicCall call, int operand, SqlBasicTypeNameSpec to) {
    SqlNode value = call.operand(operand);
    SqlParserPos place = value.getParserPosition();
    call.setOperand(
        operand, SqlStdOperatorTable.CAST.createCall(place, value, new SqlDataTypeSpec(to, place)));
  }

  /** LENGTH counts the characters of a text, but bytes as such. */
  private void lengthOfBytes(SqlValidatorScope scope, SqlBasicCall call) {
    boolean length = call.getOperator().getName().equalsIgnoreCase("LENGTH");
    if (length && SqlTypeUtil.isBinary(type(scope, call, 0))) {
      call.setOperator(SqlStdOperatorTable.OCTET_LENGTH);
    }
  }

  private void binary(SqlValidatorScope scope, SqlBasicCall call) {
    if (call.operandCount() != 2) {
      return;
    }
    switch (call.getKind()) {
      case CAST -> cast(scope, call);
      case IN, NOT_IN -> listed(scope, call);
      case OVER, FILTER -> {
        orderedWithin(scope, call.operand(0));
        if (call.operand(0) instanceof SqlBasicCall aggregate
            && aggregate.operandCount() == 1
            && isKnown(aggregate)) {
          requireNumber(scope, aggregate);
          intervals.unary(scope, aggregate);
          summed(scope, aggregate);
        }
      }
      case EQUALS, NOT_EQUALS, IS_DISTINCT_FROM, IS_NOT_DISTINCT_FROM -> compared(scope, call);
      case LESS_THAN, LESS_THAN_OR_EQUAL, GREATER_THAN, GREATER_THAN_OR_EQUAL ->
          ordered(scope, call);
      case PLUS, TIMES, DIVIDE -> {
        if (isKnown(call)) {
          widened(scope, call);
          intervals.binary(scope, call);
        }
      }
      case MINUS -> {
        if (isKnown(call) && TypeFactory.isJson(type(scope, call, 0))) {
          call.setOperator(TypedFunctions.JSON_WITHOUT);
        } else if (isKnown(call)) {
          widened(scope, call);
          intervals.binary(scope, call);
        }
      }
      default -> {
        if (isKnown(call) && intervals.part(scope, call)) {
          return;
        }
        if (call.getOperator().getName().equals("||") && isKnown(call)) {
          joined(scope, call);
        }
      }
    }
  }

  /** Calcite does not ask for the types of an order within an aggregate that has a FILTER. */
  private void orderedWithin(SqlValidatorScope scope, SqlNode aggregate) {
    if (!(aggregate instanceof SqlCall ordered) || ordered.operandCount() == 0) {
      return;
    }
    boolean within = ordered.getKind() == SqlKind.WITHIN_GROUP;
    SqlNode last = ordered.operand(ordered.operandCount() - 1);
    SqlNodeList keys = last instanceof SqlNodeList list ? list : SqlNodeList.EMPTY;
    SqlValidatorScope inner = scope.getOperandScope(within ? ordered.operand(0) : ordered);
    for (SqlNode key : keys) {
      SqlNode value = key;
      while (value instanceof SqlCall call
          && (call.getKind() == SqlKind.DESCENDING
              || call.getKind() == SqlKind.NULLS_FIRST
              || call.getKind() == SqlKind.NULLS_LAST)) {
        value = call.operand(0);
      }
      if (value instanceof SqlCall call && isKnown(call)) {
        validator.deriveType(inner, call);
      }
    }
  }

  /** Whether parameters among the operands have their types. */
  private boolean isKnown(SqlCall call) {
    return call.getOperandList().stream()
        .allMatch(
            operand ->
                !(operand instanceof SqlDynamicParam) || validator.parameters().isTyped(operand));
  }

  private RelDataType type(SqlValidatorScope scope, SqlCall call, int operand) {
    return validator.deriveType(scope, call.operand(operand));
  }

  private void cast(SqlValidatorScope scope, SqlBasicCall call) {
    if (!(call.operand(1) instanceof SqlDataTypeSpec spec)) {
      return;
    }
    RelDataType to = spec.deriveType(validator);
    if (call.operand(0) instanceof SqlDynamicParam parameter) {
      if (Conversion.isOwn(to)) {
        validator.parameters().settle(parameter, to);
      }
      return;
    }
    RelDataType from = type(scope, call, 0);
    if (SqlTypeUtil.isApproximateNumeric(from) && SqlTypeUtil.isIntType(to)) {
      wrap(scope, call, 0, ValueFunctions.NEAREST);
    } else if (from.getSqlTypeName() == SqlTypeName.TIMESTAMP && SqlTypeUtil.isCharacter(to)) {
      wrap(scope, call, 0, ValueFunctions.TEXT_OF_TIMESTAMP);
    } else if (isTimestamp(from)
        && to.getSqlTypeName() == SqlTypeName.TIME
        && to.getPrecision() < DIGITS_OF_TIME) {
      SqlParserPos place = call.getParserPosition();
      cast(call, 0, new SqlBasicTypeNameSpec(SqlTypeName.TIME, DIGITS_OF_TIME, place));
      validator.deriveType(scope, call.operand(0));
    } else if (isDoubleOfReal(scope, call.operand(0), from)) {
      convert(scope, call.operand(0), 0, from);
    }
    boolean read =
        (SqlTypeUtil.isCharacter(from) && SqlTypeUtil.isBinary(to))
            || (SqlTypeUtil.isBinary(from) && SqlTypeUtil.isCharacter(to))
            || (SqlTypeUtil.isBoolean(from) && SqlTypeUtil.isCharacter(to));
    boolean scaled = isScaled(call.operand(0), from, to);
    boolean own = read || scaled || Conversion.isOwn(from) || Conversion.isOwn(to);
    if (own && Conversion.isNeeded(from, to)) {
      convert(scope, call, 0, to);
    }
  }

  /** Calcite would leave such a cast out before another, and the zeros behind the point with it. */
  private static boolean isScaled(SqlNode value, RelDataType from, RelDataType to) {
    return SqlTypeUtil.isIntType(from)
        && SqlTypeUtil.isDecimal(to)
        && to.getScale() > 0
        && !(value instanceof SqlLiteral);
  }

  private static boolean isTimestamp(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.TIMESTAMP
        || type.getSqlTypeName() == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
  }

  /** Calcite would leave such a cast out before another, and the digits of the double with it. */
  private boolean isDoubleOfReal(SqlValidatorScope scope, SqlNode value, RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.DOUBLE
        && value instanceof SqlBasicCall cast
        && cast.getKind() == SqlKind.CAST
        && isKnown(cast)
        && type(scope, cast, 0).getSqlTypeName() == SqlTypeName.REAL;
  }

  /** Puts a function between an operand and a call, which does what Calcite's cast does not. */
  private void wrap(SqlValidatorScope scope, SqlCall call, int operand, SqlOperator function) {
    SqlNode value = call.operand(operand);
    SqlNode wrapped = function.createCall(value.getParserPosition(), value);
    call.setOperand(operand, wrapped);
    validator.deriveType(scope, wrapped);
  }

  private void convert(SqlValidatorScope scope, SqlCall call, int operand, RelDataType to) {
    SqlNode from = call.operand(operand);
    call.setOperand(operand, read(scope, from, to));
  }

  /** A text as a value of another type; of a UUID a constant in its usual form. */
  private SqlNode read(SqlValidatorScope scope, SqlNode from, RelDataType to) {
    SqlParserPos place = from.getParserPosition();
    if (to.getSqlTypeName() == SqlTypeName.UUID) {
      return from instanceof SqlCharStringLiteral literal
          ? SqlLiteral.createCharString(
              Coercion.coerce(
                      SqlType.of(org.thetisdb.sql.type.SqlTypeName.UUID),
                      literal.getValueAs(String.class),
                      "a comparison")
                  .toString(),
              place)
          : from;
    }
    SqlNode converted = Conversion.to(to).createCall(place, from);
    validator.deriveType(scope, converted);
    return converted;
  }

  /** Whether one is a document or an array; then a text beside it is one, too. */
  private boolean compared(SqlValidatorScope scope, SqlBasicCall call) {
    if (!isKnown(call)) {
      return false;
    }
    asDoubles(scope, call);
    RelDataType first = type(scope, call, 0);
    RelDataType second = type(scope, call, 1);
    PaddedTexts.trimBeside(scope, call, 0);
    PaddedTexts.trimBeside(scope, call, 1);
    if (readsTexts(first) && SqlTypeUtil.isCharacter(second)) {
      convert(scope, call, 1, first);
    } else if (readsTexts(second) && SqlTypeUtil.isCharacter(first)) {
      convert(scope, call, 0, second);
    }
    return Conversion.isOwn(first) || Conversion.isOwn(second);
  }

  /** Whether a text beside a value of this type is read as one. */
  private static boolean readsTexts(RelDataType type) {
    return Conversion.isOwn(type)
        || SqlTypeUtil.isBinary(type)
        || type.getSqlTypeName() == SqlTypeName.UUID;
  }

  private boolean hasOwn(SqlValidatorScope scope, SqlCall call) {
    return isKnown(call)
        && call.getOperandList().stream()
            .anyMatch(operand -> Conversion.isOwn(validator.deriveType(scope, operand)));
  }

  private void between(SqlValidatorScope scope, SqlBasicCall call) {
    besideOthers(scope, call, TypedOperators::readsTexts);
    PaddedTexts.trimBounds(scope, call);
    if (call.getOperator() instanceof SqlBetweenOperator operator
        && operator.flag == SqlBetweenOperator.Flag.ASYMMETRIC
        && hasOwn(scope, call)) {
      call.setOperator(operator.isNegated() ? TypedFunctions.NOT_BETWEEN : TypedFunctions.BETWEEN);
    }
  }

  /**
   * Constants among operands of another type, and texts among bytes and UUIDs, are of that type.
   */
  private void besideOthers(
      SqlValidatorScope scope, SqlBasicCall call, Predicate<RelDataType> wanted) {
    if (!isKnown(call)) {
      return;
    }
    List<RelDataType> types = new ArrayList<>();
    for (SqlNode operand : call.getOperandList()) {
      types.add(validator.deriveType(scope, operand));
    }
    RelDataType one =
        types.stream()
            .filter(type -> wanted.test(type) && !SqlTypeUtil.isCharacter(type))
            .filter(type -> type.getSqlTypeName() != SqlTypeName.NULL && !Conversion.isOwn(type))
            .findFirst()
            .orElse(null);
    for (int i = 0; i < types.size() && one != null; i++) {
      if (types.get(i).getSqlTypeName() == SqlTypeName.CHAR
          || (readsTexts(one) && SqlTypeUtil.isCharacter(types.get(i)))) {
        convert(scope, call, i, TimestampTypes.withAllDigits(one, validator.getTypeFactory()));
      }
    }
  }

  /** Constants among elements of another type are of that type. */
  private void elements(SqlValidatorScope scope, SqlBasicCall call) {
    besideOthers(scope, call, type -> true);
    RelDataType own =
        isKnown(call)
            ? call.getOperandList().stream()
                .map(element -> validator.deriveType(scope, element))
                .filter(Conversion::isOwn)
                .findFirst()
                .orElse(null)
            : null;
    for (int i = 0; i < call.operandCount() && own != null; i++) {
      if (type(scope, call, i).getSqlTypeName() == SqlTypeName.CHAR) {
        convert(scope, call, i, own);
      }
    }
  }

  private void chosenByOrder(SqlValidatorScope scope, SqlBasicCall call) {
    besideOthers(scope, call, type -> !SqlTypeUtil.isNumeric(type));
    besideNumbers(scope, call);
    boolean least = call.getKind() == SqlKind.LEAST || call.getKind() == SqlKind.LEAST_PG;
    if (hasOwn(scope, call)) {
      call.setOperator(least ? TypedFunctions.LEAST : TypedFunctions.GREATEST);
    } else if (isKnown(call)
        && call.getOperandList().stream()
            .anyMatch(
                operand ->
                    validator.deriveType(scope, operand).getSqlTypeName() == SqlTypeName.UUID)) {
      for (int i = 0; i < call.operandCount(); i++) {
        SqlNode operand = call.operand(i);
        if (SqlTypeUtil.isCharacter(type(scope, call, i))) {
          call.setOperand(
              i,
              chosenAs(scope, operand, validator.getTypeFactory().createSqlType(SqlTypeName.UUID)));
        }
      }
      call.setOperator(least ? TypedFunctions.LEAST_UUID : TypedFunctions.GREATEST_UUID);
    }
  }

  /** Constants among numbers are of the type that all numbers together have. */
  private void besideNumbers(SqlValidatorScope scope, SqlBasicCall call) {
    if (!isKnown(call)) {
      return;
    }
    List<RelDataType> numbers =
        call.getOperandList().stream()
            .map(operand -> validator.deriveType(scope, operand))
            .filter(SqlTypeUtil::isNumeric)
            .toList();
    RelDataType all =
        numbers.isEmpty() ? null : validator.getTypeFactory().leastRestrictive(numbers);
    for (int i = 0; i < call.operandCount() && all != null; i++) {
      if (call.operand(i) instanceof SqlCharStringLiteral) {
        convert(scope, call, i, all);
      }
    }
  }

  /** Texts of a list are of the type that is looked for in it. */
  private void listed(SqlValidatorScope scope, SqlBasicCall call) {
    if (!(call.operand(1) instanceof SqlNodeList list)) {
      return;
    }
    PaddedTexts.trimListed(scope, call.operand(0), list);
    if (!isKnown(call)) {
      return;
    }
    if (call.operand(0).getKind() == SqlKind.ROW) {
      listedRows(scope, call.operand(0), list);
      return;
    }
    RelDataType wanted = type(scope, call, 0);
    for (int i = 0; i < list.size() && readsTexts(wanted); i++) {
      if (isText(scope, list.get(i))) {
        list.set(i, read(scope, list.get(i), wanted));
      }
    }
  }

  private void listedRows(SqlValidatorScope scope, SqlCall left, SqlNodeList list) {
    for (int c = 0; c < left.operandCount(); c++) {
      if (left.operand(c) instanceof SqlDynamicParam || !readsTexts(type(scope, left, c))) {
        continue;
      }
      for (SqlNode item : list) {
        if (item instanceof SqlBasicCall row
            && row.getKind() == SqlKind.ROW
            && c < row.operandCount()
            && isText(scope, row.operand(c))) {
          row.setOperand(c, read(scope, row.operand(c), type(scope, left, c)));
        }
      }
    }
  }

  private boolean isText(SqlValidatorScope scope, SqlNode item) {
    return !(item instanceof SqlDynamicParam)
        && SqlTypeUtil.isCharacter(validator.deriveType(scope, item));
  }

  /** Texts beside documents or arrays are read as such. */
  private void chosen(SqlValidatorScope scope, SqlCase choice) {
    List<SqlNode> results = new ArrayList<>(choice.getThenOperands().getList());
    results.add(choice.getElseOperand());
    RelDataType own = null;
    for (SqlNode result : results) {
      if (result == null
          || (result instanceof SqlDynamicParam && !validator.parameters().isTyped(result))) {
        return;
      }
      RelDataType type = validator.deriveType(scope, result);
      own = own == null && readsTexts(type) ? type : own;
    }
    if (own == null) {
      return;
    }
    for (int i = 0; i < results.size(); i++) {
      SqlNode result = results.get(i);
      if (SqlTypeUtil.isCharacter(validator.deriveType(scope, result))) {
        SqlNode read = chosenAs(scope, result, own);
        if (i < choice.getThenOperands().size()) {
          choice.getThenOperands().set(i, read);
        } else {
          choice.setOperand(3, read);
        }
      }
    }
  }

  private SqlNode chosenAs(SqlValidatorScope scope, SqlNode text, RelDataType type) {
    SqlNode read = read(scope, text, type);
    if (type.getSqlTypeName() != SqlTypeName.UUID) {
      return read;
    }
    SqlParserPos place = text.getParserPosition();
    SqlDataTypeSpec spec = SqlTypeUtil.convertTypeToSpec(type);
    SqlNode cast = SqlStdOperatorTable.CAST.createCall(place, read, spec);
    validator.deriveType(scope, cast);
    return cast;
  }

  private void ordered(SqlValidatorScope scope, SqlBasicCall call) {
    if (compared(scope, call)) {
      SqlNode order =
          TypedFunctions.COMPARE.createCall(
              call.getParserPosition(), call.operand(0), call.operand(1));
      call.setOperand(0, order);
      call.setOperand(1, SqlLiteral.createExactNumeric("0", call.getParserPosition()));
    }
  }

  private void joined(SqlValidatorScope scope, SqlBasicCall call) {
    RelDataType first = type(scope, call, 0);
    RelDataType second = type(scope, call, 1);
    if (TypeFactory.isInterval(first) && SqlTypeUtil.isCharacter(second)) {
      convert(scope, call, 0, validator.parameters().text());
    } else if (TypeFactory.isInterval(second) && SqlTypeUtil.isCharacter(first)) {
      convert(scope, call, 1, validator.parameters().text());
    } else if (SqlTypeUtil.isCharacter(first) && second.getSqlTypeName() == SqlTypeName.TIMESTAMP) {
      wrap(scope, call, 1, ValueFunctions.TEXT_OF_TIMESTAMP);
    } else if (first.getSqlTypeName() == SqlTypeName.TIMESTAMP && SqlTypeUtil.isCharacter(second)) {
      wrap(scope, call, 0, ValueFunctions.TEXT_OF_TIMESTAMP);
    } else if (SqlTypeUtil.isBinary(first) != SqlTypeUtil.isBinary(second)) {
      int bytes = SqlTypeUtil.isBinary(first) ? 0 : 1;
      if (call.operand(1 - bytes) instanceof SqlCharStringLiteral) {
        convert(scope, call, 1 - bytes, type(scope, call, bytes));
      } else if (SqlTypeUtil.isCharacter(type(scope, call, 1 - bytes))) {
        convert(scope, call, bytes, validator.parameters().text());
      }
    } else if (TypeFactory.isJson(first) || TypeFactory.isJson(second)) {
      call.setOperator(TypedFunctions.JSON_CONCAT);
    } else if (OperandType.isArray(first)) {
      boolean array = OperandType.isArray(second) || standsForArray(call.operand(1));
      call.setOperator(array ? TypedFunctions.ARRAY_CONCAT : TypedFunctions.ARRAY_APPEND);
    } else if (OperandType.isArray(second)) {
      boolean array = standsForArray(call.operand(0));
      call.setOperator(array ? TypedFunctions.ARRAY_CONCAT : TypedFunctions.ARRAY_PREPEND);
    }
  }

  /** A bare NULL is an array there. */
  private static boolean standsForArray(SqlNode operand) {
    return SqlUtil.isNullLiteral(operand, false) || isTextOfArray(operand);
  }

  private static boolean isTextOfArray(SqlNode operand) {
    return operand instanceof SqlLiteral literal
        && literal.getTypeName() == org.apache.calcite.sql.type.SqlTypeName.CHAR
        && literal.getValueAs(String.class).startsWith("{");
  }
}
