package org.thetisdb.sql.dialect;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSelectKeyword;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/**
 * {@code rank(15) WITHIN GROUP (ORDER BY x)} and its like: which place a value would have among
 * those of a group. They count the values before it. For one call; not thread-safe.
 */
final class HypotheticalRanks {
  private static final Set<String> NAMES =
      Set.of("rank", "dense_rank", "percent_rank", "cume_dist");

  private final SqlParserPos place;
  private final SqlNode wanted;
  private final SqlNode value;
  private final boolean descending;
  private final boolean nullsFirst;

  private HypotheticalRanks(SqlParserPos place, SqlNode wanted, SqlNode item) {
    this.place = place;
    this.wanted = wanted;
    boolean down = false;
    Boolean first = null;
    SqlNode bare = item;
    while (bare.getKind() == SqlKind.DESCENDING
        || bare.getKind() == SqlKind.NULLS_FIRST
        || bare.getKind() == SqlKind.NULLS_LAST) {
      down |= bare.getKind() == SqlKind.DESCENDING;
      if (bare.getKind() != SqlKind.DESCENDING) {
        first = bare.getKind() == SqlKind.NULLS_FIRST;
      }
      bare = ((SqlCall) bare).operand(0);
    }
    this.value = bare;
    this.descending = down;
    this.nullsFirst = first == null ? down : first;
  }

  /** What it means; null for another aggregate. */
  static SqlNode inPlaceOf(SqlCall call) {
    SqlCall aggregate = call.operand(0);
    SqlNodeList order = call.operand(1);
    String name = aggregate.getOperator().getName().toLowerCase(Locale.ROOT);
    if (!NAMES.contains(name)) {
      return null;
    }
    if (order.size() != 1 || aggregate.operandCount() != 1) {
      throw new ThetisException(
          ErrorCode.NOT_SUPPORTED,
          "%s of several values WITHIN GROUP (count the rows before them by FILTER)"
              .formatted(name.toUpperCase(Locale.ROOT)));
    }
    SqlParserPos place = call.getParserPosition();
    HypotheticalRanks ranks = new HypotheticalRanks(place, aggregate.operand(0), order.get(0));
    return switch (name) {
      case "rank" -> ranks.plus(ranks.count(ranks.before(false)), ranks.number(1));
      case "dense_rank" -> ranks.dense();
      case "percent_rank" -> ranks.percent();
      default -> ranks.distribution();
    };
  }

  private SqlNode dense() {
    SqlNode isNull = SqlStdOperatorTable.IS_NULL.createCall(place, value);
    SqlNode nulls = both(before(false), isNull);
    SqlNode group =
        new SqlCase(
            place,
            null,
            SqlNodeList.of(
                SqlStdOperatorTable.GREATER_THAN.createCall(place, count(nulls), number(0))),
            SqlNodeList.of(number(1)),
            number(0));
    SqlNode others =
        SqlStdOperatorTable.FILTER.createCall(
            place,
            SqlStdOperatorTable.COUNT.createCall(
                SqlLiteral.createSymbol(SqlSelectKeyword.DISTINCT, place), place, value),
            before(false));
    return plus(plus(others, group), number(1));
  }

  private SqlNode percent() {
    SqlNode all = countAll();
    SqlNode none = SqlStdOperatorTable.EQUALS.createCall(place, all, number(0));
    return new SqlCase(
        place,
        null,
        SqlNodeList.of(none),
        SqlNodeList.of(floating(number(0))),
        divided(count(before(false)), countAll()));
  }

  private SqlNode distribution() {
    return divided(plus(count(before(true)), number(1)), plus(countAll(), number(1)));
  }

  /** Whether the value of a row comes before the one that is asked for, or beside it. */
  private SqlNode before(boolean orBeside) {
    SqlOperator operator =
        descending
            ? orBeside
                ? SqlStdOperatorTable.GREATER_THAN_OR_EQUAL
                : SqlStdOperatorTable.GREATER_THAN
            : orBeside ? SqlStdOperatorTable.LESS_THAN_OR_EQUAL : SqlStdOperatorTable.LESS_THAN;
    SqlNode isNull = SqlStdOperatorTable.IS_NULL.createCall(place, value);
    SqlNode isThere = SqlStdOperatorTable.IS_NOT_NULL.createCall(place, value);
    SqlNode nothingWanted = SqlStdOperatorTable.IS_NULL.createCall(place, wanted);
    SqlNode somethingWanted = SqlStdOperatorTable.IS_NOT_NULL.createCall(place, wanted);
    SqlNode compared = operator.createCall(place, value, wanted);
    SqlNode ofNulls = nullsFirst ? both(isNull, somethingWanted) : both(isThere, nothingWanted);
    SqlNode before = either(compared, ofNulls);
    return orBeside ? either(before, both(isNull, nothingWanted)) : before;
  }

  private SqlNode count(SqlNode condition) {
    return SqlStdOperatorTable.FILTER.createCall(place, countAll(), condition);
  }

  private SqlNode countAll() {
    return SqlStdOperatorTable.COUNT.createCall(place, SqlIdentifier.star(place));
  }

  private SqlNode number(int number) {
    return SqlLiteral.createExactNumeric("" + number, place);
  }

  private SqlNode plus(SqlNode one, SqlNode other) {
    return SqlStdOperatorTable.PLUS.createCall(place, one, other);
  }

  private SqlNode divided(SqlNode one, SqlNode other) {
    return SqlStdOperatorTable.DIVIDE.createCall(place, floating(one), floating(other));
  }

  private SqlNode both(SqlNode one, SqlNode other) {
    return SqlStdOperatorTable.AND.createCall(place, List.of(one, other));
  }

  private SqlNode either(SqlNode one, SqlNode other) {
    return SqlStdOperatorTable.OR.createCall(place, List.of(one, other));
  }

  private SqlNode floating(SqlNode number) {
    SqlDataTypeSpec type =
        new SqlDataTypeSpec(new SqlBasicTypeNameSpec(SqlTypeName.DOUBLE, place), place);
    return SqlStdOperatorTable.CAST.createCall(place, number, type);
  }
}
