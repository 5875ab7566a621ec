package org.thetisdb.sql.dialect.syntax;

import java.util.ArrayList;
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
import org.thetisdb.sql.dialect.TypedFunctions;

/**
 * {@code rank(15) WITHIN GROUP (ORDER BY x)} and its like: which place a value would have among
 * those of a group. They count the values before it. For one call; not thread-safe.
 */
final class HypotheticalRanks {
  private static final Set<String> NAMES =
      Set.of("rank", "dense_rank", "percent_rank", "cume_dist");

  private final SqlParserPos place;
  private final List<Key> keys;

  private HypotheticalRanks(SqlParserPos place, List<Key> keys) {
    this.place = place;
    this.keys = keys;
  }

  /** One of the values that are asked for, and what it is compared with. */
  private record Key(SqlNode wanted, SqlNode value, boolean descending, boolean nullsFirst) {
    static Key of(SqlNode wanted, SqlNode item) {
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
      return new Key(wanted, bare, down, first == null ? down : first);
    }
  }

  /** What it means; null for another aggregate. */
  static SqlNode inPlaceOf(SqlCall call) {
    SqlCall aggregate = call.operand(0);
    SqlNodeList order = call.operand(1);
    String name = aggregate.getOperator().getName().toLowerCase(Locale.ROOT);
    if (!NAMES.contains(name)) {
      return null;
    }
    if (order.size() != aggregate.operandCount()) {
      throw ThetisException.withMessage(
          ErrorCode.UNKNOWN_FUNCTION,
          "%s WITHIN GROUP is given %d values, and %d keys to order by."
              .formatted(name.toUpperCase(Locale.ROOT), aggregate.operandCount(), order.size()));
    }
    List<Key> keys = new ArrayList<>();
    for (int i = 0; i < order.size(); i++) {
      keys.add(Key.of(aggregate.operand(i), order.get(i)));
    }
    HypotheticalRanks ranks = new HypotheticalRanks(call.getParserPosition(), keys);
    return switch (name) {
      case "rank" -> ranks.plus(ranks.count(ranks.before(false)), ranks.number(1));
      case "dense_rank" -> ranks.dense();
      case "percent_rank" -> ranks.percent();
      default -> ranks.distribution();
    };
  }

  private SqlNode dense() {
    if (keys.size() > 1) {
      return plus(distinct(document()), number(1));
    }
    SqlNode value = keys.get(0).value;
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
    return plus(plus(distinct(value), group), number(1));
  }

  /** How many different values there are before the one that is asked for; NULL is none. */
  private SqlNode distinct(SqlNode value) {
    return SqlStdOperatorTable.FILTER.createCall(
        place,
        SqlStdOperatorTable.COUNT.createCall(
            SqlLiteral.createSymbol(SqlSelectKeyword.DISTINCT, place), place, value),
        before(false));
  }

  /** All values of a row as one. */
  private SqlNode document() {
    List<SqlNode> values = keys.stream().map(Key::value).toList();
    return TypedFunctions.byName("jsonb_build_array", values.size()).createCall(place, values);
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

  /** Whether the values of a row come before the ones that are asked for, or beside them. */
  private SqlNode before(boolean orBeside) {
    int last = keys.size() - 1;
    SqlNode before = before(keys.get(last), orBeside);
    for (int i = last - 1; i >= 0; i--) {
      before = either(before(keys.get(i), false), both(beside(keys.get(i)), before));
    }
    return before;
  }

  private SqlNode before(Key key, boolean orBeside) {
    SqlOperator operator =
        key.descending ? SqlStdOperatorTable.GREATER_THAN : SqlStdOperatorTable.LESS_THAN;
    SqlNode compared = operator.createCall(place, key.value, key.wanted);
    SqlNode ofNulls =
        key.nullsFirst
            ? both(isNull(key.value), isThere(key.wanted))
            : both(isThere(key.value), isNull(key.wanted));
    SqlNode before = either(compared, ofNulls);
    return orBeside ? either(before, beside(key)) : before;
  }

  private SqlNode beside(Key key) {
    return either(
        SqlStdOperatorTable.EQUALS.createCall(place, key.value, key.wanted),
        both(isNull(key.value), isNull(key.wanted)));
  }

  private SqlNode isNull(SqlNode value) {
    return SqlStdOperatorTable.IS_NULL.createCall(place, value);
  }

  private SqlNode isThere(SqlNode value) {
    return SqlStdOperatorTable.IS_NOT_NULL.createCall(place, value);
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
