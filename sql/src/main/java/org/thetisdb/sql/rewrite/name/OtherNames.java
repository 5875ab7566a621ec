package org.thetisdb.sql.rewrite.name;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.fun.SqlTrimFunction;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.thetisdb.sql.dialect.ScalarFunctions;
import org.thetisdb.sql.dialect.ValueFunctions;
import org.thetisdb.sql.parse.form.TextCalls;
import org.thetisdb.sql.parse.form.TimeParts;

/**
 * Functions under the names that JDBC's escapes and other databases give them, and what these write
 * in their own way. Stateless.
 */
public final class OtherNames {
  private static final Map<String, SqlOperator> FUNCTIONS =
      Map.ofEntries(
          Map.entry("UCASE", SqlStdOperatorTable.UPPER),
          Map.entry("LCASE", SqlStdOperatorTable.LOWER),
          Map.entry("TRUNC", SqlStdOperatorTable.TRUNCATE),
          Map.entry("IFNULL", SqlStdOperatorTable.COALESCE),
          Map.entry("NVL", SqlStdOperatorTable.COALESCE),
          Map.entry("CHAR", SqlLibraryOperators.CHR),
          Map.entry("LEN", SqlStdOperatorTable.CHAR_LENGTH),
          Map.entry("CURDATE", SqlStdOperatorTable.CURRENT_DATE),
          Map.entry("CURTIME", SqlStdOperatorTable.LOCALTIME),
          // where it stands, its elements are rows
          Map.entry("STRING_TO_TABLE", SqlLibraryOperators.STRING_TO_ARRAY),
          Map.entry("@", SqlStdOperatorTable.ABS),
          Map.entry("||/", SqlStdOperatorTable.CBRT));

  private static final Map<String, TimeUnit> UNITS =
      Map.of(
          "year", TimeUnit.YEAR,
          "quarter", TimeUnit.QUARTER,
          "month", TimeUnit.MONTH,
          "week", TimeUnit.WEEK,
          "day", TimeUnit.DAY,
          "hour", TimeUnit.HOUR,
          "minute", TimeUnit.MINUTE,
          "second", TimeUnit.SECOND);

  private OtherNames() {}

  /** The call as it is written here; null if it is written so already. */
  public static SqlCall inPlaceOf(SqlCall call) {
    if (call.getKind() == SqlKind.LIKE) {
      return withPlainEscape(call);
    }
    String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
    List<SqlNode> operands = call.getOperandList();
    if (name.equals("DATE_TRUNC") && (operands.size() == 2 || operands.size() == 3)) {
      return operands.size() == 2 ? truncated(call) : truncatedInZone(call);
    }
    if (name.equals("DATE_PART") && operands.size() == 2) {
      SqlCall part = ofPart(call);
      if (part != null) {
        return part;
      }
    }
    if (call.getKind() == SqlKind.EXTRACT || name.equals("DATE_PART")) {
      return dayFromZero(call);
    }
    if (call.getKind() != SqlKind.OTHER_FUNCTION) {
      return null;
    }
    if (name.equals("COLUMN_DEFAULT") && operands.isEmpty()) {
      return SqlStdOperatorTable.DEFAULT.createCall(call.getParserPosition());
    }
    SqlCall text = ofText(call, operands);
    if (text != null) {
      return text;
    }
    if (name.equals("LOCATE")) {
      return SqlStdOperatorTable.POSITION.createCall(call.getParserPosition(), operands);
    }
    if (name.equals("TIMEZONE") && operands.size() == 2) {
      return ScalarFunctions.byName("at time zone", 2)
          .createCall(call.getParserPosition(), operands.get(1), operands.get(0));
    }
    if (name.equals("SUBSTRING")
        && operands.size() == 2
        && operands.get(1) instanceof SqlCharStringLiteral) {
      return ScalarFunctions.byName("regexp_substring", 2)
          .createCall(call.getParserPosition(), operands);
    }
    if (name.equals("REGEXP_SPLIT_TO_TABLE")) {
      return ScalarFunctions.byName("regexp_split_to_array", operands.size())
          .createCall(call.getParserPosition(), operands);
    }
    if (name.equals("BTRIM") && operands.size() == 1) {
      return trimmed(call);
    }
    SqlOperator known = FUNCTIONS.get(name);
    return known == null ? null : known.createCall(call.getParserPosition(), operands);
  }

  /** {@code EXTRACT(DOW …)} is 0 on Sundays, as in PostgreSQL; the planner's is 1. */
  private static SqlCall dayFromZero(SqlCall extract) {
    SqlNode unit = extract.operandCount() == 2 ? extract.operand(0) : null;
    boolean day =
        (unit instanceof SqlIntervalQualifier of && of.getUnit() == TimeUnit.DOW)
            || (unit instanceof SqlCharStringLiteral text
                && text.getValueAs(String.class).equalsIgnoreCase("dow"));
    SqlParserPos place = extract.getParserPosition();
    return day
        ? SqlStdOperatorTable.MINUS.createCall(
            place, extract, SqlLiteral.createExactNumeric("1", place))
        : null;
  }

  /** {@code btrim(s)} is {@code TRIM(BOTH ' ' FROM s)}. */
  private static SqlCall trimmed(SqlCall call) {
    SqlParserPos place = call.getParserPosition();
    SqlNode character = SqlLiteral.createCharString(" ", place);
    return SqlStdOperatorTable.TRIM.createCall(
        place, SqlTrimFunction.Flag.BOTH.symbol(place), character, call.operand(0));
  }

  /** {@code date_trunc('month', t)} is {@code FLOOR(t TO MONTH)}. */
  private static SqlCall truncated(SqlCall call) {
    String part =
        call.operand(0) instanceof SqlCharStringLiteral text
            ? TimeParts.named(text.getValueAs(String.class))
            : null;
    TimeUnit unit = part == null ? null : UNITS.get(part);
    if (unit == null || unit == TimeUnit.WEEK) { // FLOOR's weeks begin on Sunday
      return ScalarFunctions.byName("date trunc by", 2)
          .createCall(call.getParserPosition(), call.getOperandList());
    }
    SqlParserPos place = call.getParserPosition();
    return floor(call.operand(1), unit, place);
  }

  /** {@code date_trunc('day', t, zone)}: by the clocks of the zone. */
  private static SqlCall truncatedInZone(SqlCall call) {
    SqlParserPos place = call.getParserPosition();
    SqlOperator at = ScalarFunctions.byName("at time zone", 2);
    SqlNode zone = call.operand(2);
    SqlCall clock = at.createCall(place, call.operand(1), zone);
    SqlCall begin = truncated(call.getOperator().createCall(place, call.operand(0), clock));
    return at.createCall(place, begin, SelectForms.copy(zone));
  }

  /** DATE_PART of what is no part that the planner knows; null for one that it knows. */
  private static SqlCall ofPart(SqlCall call) {
    SqlParserPos place = call.getParserPosition();
    if (call.operand(0) instanceof SqlCharStringLiteral text) {
      String written = text.getValueAs(String.class);
      String known = TimeParts.named(written);
      if (known != null && !TimeParts.isOwn(known)) {
        return written.equalsIgnoreCase(known)
            ? null
            : call.getOperator()
                .createCall(place, SqlLiteral.createCharString(known, place), call.operand(1));
      }
    } else if (!(call.operand(0) instanceof SqlIdentifier)
        && !(call.operand(0) instanceof SqlDynamicParam)) {
      return null;
    }
    return ScalarFunctions.byName("date part by", 2).createCall(place, call.getOperandList());
  }

  /** TRIM, SUBSTRING and EXTRACT in the forms of {@link TextCalls}. */
  private static SqlCall ofText(SqlCall call, List<SqlNode> operands) {
    SqlParserPos place = call.getParserPosition();
    String function = call.getOperator().getName();
    String trims =
        switch (function) {
          case TextCalls.TRIM_BOTH -> "btrim";
          case TextCalls.TRIM_LEADING -> "ltrim";
          case TextCalls.TRIM_TRAILING -> "rtrim";
          default -> null;
        };
    if (trims != null) {
      SqlNode blank = SqlLiteral.createCharString(" ", place);
      return operands.size() == 1
          ? ValueFunctions.byName(trims, 2).createCall(place, operands.get(0), blank)
          : ValueFunctions.byName(trims, 2).createCall(place, operands.get(1), operands.get(0));
    }
    if (function.equals(TextCalls.SUBSTRING_FOR) && operands.size() == 3) {
      return SqlStdOperatorTable.SUBSTRING.createCall(
          place, operands.get(0), operands.get(2), operands.get(1));
    }
    return function.equals("date part exact") && operands.size() == 2
        ? ScalarFunctions.byName("date part by", 2).createCall(place, operands)
        : null;
  }

  private static SqlCall floor(SqlNode time, TimeUnit unit, SqlParserPos place) {
    return SqlStdOperatorTable.FLOOR.createCall(
        place, time, new SqlIntervalQualifier(unit, null, place));
  }

  /**
   * {@code ESCAPE ''} says that there is no escape character. One that is a wildcard is written as
   * another character, since Calcite's simplification takes it for a wildcard, and so is none.
   */
  private static SqlCall withPlainEscape(SqlCall like) {
    if (like.operandCount() != 3 || !(like.operand(2) instanceof SqlCharStringLiteral escaping)) {
      return null;
    }
    String escape = escaping.getValueAs(String.class);
    SqlParserPos place = like.getParserPosition();
    boolean wildcard = escape.isEmpty() || escape.equals("%") || escape.equals("_");
    if (wildcard && !(like.operand(1) instanceof SqlCharStringLiteral) && escape.isEmpty()) {
      SqlDataTypeSpec text =
          new SqlDataTypeSpec(new SqlBasicTypeNameSpec(SqlTypeName.VARCHAR, place), place);
      SqlNode none = SqlStdOperatorTable.CAST.createCall(place, escaping, text);
      return like.getOperator().createCall(place, like.operand(0), like.<SqlNode>operand(1), none);
    }
    if (!wildcard || !(like.operand(1) instanceof SqlCharStringLiteral written)) {
      return null;
    }
    String pattern = written.getValueAs(String.class);
    char other = '!';
    while (pattern.indexOf(other) >= 0) {
      other++;
    }
    return like.getOperator()
        .createCall(
            place,
            like.operand(0),
            SqlLiteral.createCharString(
                escape.isEmpty() ? pattern : escapedBy(other, pattern, escape.charAt(0)),
                written.getParserPosition()),
            SqlLiteral.createCharString(String.valueOf(other), place));
  }

  /** A pattern with another escape character, which it does not have. */
  private static String escapedBy(char other, String pattern, char escape) {
    StringBuilder result = new StringBuilder();
    for (int i = 0; i < pattern.length(); i++) {
      boolean escapes = pattern.charAt(i) == escape;
      result.append(escapes ? other : pattern.charAt(i));
      if (escapes && ++i < pattern.length()) {
        result.append(pattern.charAt(i));
      }
    }
    return result.toString();
  }
}
