package org.thetisdb.sql.rewrite;

import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Functions that number rows: a frame changes nothing of them, and without an order all rows of a
 * partition are peers. Calcite refuses both. Stateless.
 */
final class RankingWindows {
  /** Those that take no notice of a frame. */
  private static final Set<String> WITHOUT_FRAME =
      Set.of(
          "row_number", "rank", "dense_rank", "percent_rank", "cume_dist", "ntile", "lag", "lead");

  /** Those that are NULL, of the type of their operand, if that is NULL in each row. */
  private static final Set<String> OF_NULLS =
      Set.of("min", "max", "bool_and", "bool_or", "every", "avg");

  private RankingWindows() {}

  /** The call as Calcite takes it. */
  static SqlNode plain(SqlCall over) {
    if (!(over.operand(0) instanceof SqlCall function)
        || !(over.operand(1) instanceof SqlWindow window)) {
      return over;
    }
    SqlNode ofNothing = ofNothing(function);
    if (ofNothing != null) {
      return ofNothing;
    }
    String name = function.getOperator().getName().toLowerCase(Locale.ROOT);
    if (!WITHOUT_FRAME.contains(name) || window.getRefName() != null) {
      return over;
    }
    if (window.getOrderList().isEmpty()) {
      SqlNode ofPeers = ofPeers(name, over.getParserPosition());
      if (ofPeers != null && function.operandCount() == 0) {
        return ofPeers;
      }
    }
    if (NullOperands.isNull(function.operandCount() > 1 ? function.operand(1) : null)) {
      return SqlLiteral.createNull(over.getParserPosition()); // the row at no distance
    }
    return window.getLowerBound() == null && window.getUpperBound() == null
        ? over
        : over.getOperator().createCall(over.getParserPosition(), function, withoutFrame(window));
  }

  /** An aggregate of NULLs alone is NULL; Calcite makes no code for it. Null for others. */
  private static SqlNode ofNothing(SqlCall written) {
    SqlCall function = written;
    if (written.getKind() == SqlKind.FILTER && written.operand(0) instanceof SqlCall filtered) {
      function = filtered;
    }
    boolean isNullOfNulls =
        function.operandCount() == 1
            && OF_NULLS.contains(function.getOperator().getName().toLowerCase(Locale.ROOT));
    return isNullOfNulls
            && function.operand(0) instanceof SqlCall cast
            && cast.getKind() == SqlKind.CAST
            && NullOperands.isNull(cast.operand(0))
        ? cast
        : null;
  }

  private static SqlNode ofPeers(String name, SqlParserPos place) {
    return switch (name) {
      case "rank", "dense_rank" -> constant("1", SqlTypeName.BIGINT, place);
      case "percent_rank" -> constant("0", SqlTypeName.DOUBLE, place);
      case "cume_dist" -> constant("1", SqlTypeName.DOUBLE, place);
      default -> null;
    };
  }

  private static SqlNode constant(String value, SqlTypeName type, SqlParserPos place) {
    return SqlStdOperatorTable.CAST.createCall(
        place,
        SqlLiteral.createExactNumeric(value, place),
        new SqlDataTypeSpec(new SqlBasicTypeNameSpec(type, place), place));
  }

  private static SqlWindow withoutFrame(SqlWindow window) {
    SqlParserPos place = window.getParserPosition();
    return SqlWindow.create(
        null,
        null,
        window.getPartitionList(),
        window.getOrderList(),
        SqlLiteral.createBoolean(false, place),
        null,
        null,
        null,
        SqlWindow.createExcludeNoOthers(place),
        place);
  }
}
