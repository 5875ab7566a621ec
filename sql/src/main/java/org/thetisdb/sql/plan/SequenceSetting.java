package org.thetisdb.sql.plan;

import java.util.List;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.parse.token.ObjectNames;
import org.thetisdb.sql.plan.query.Translator;

/**
 * {@code SELECT setval('s', …)}: a query for the value, and for whether it counts as taken. What
 * runs the query sets the sequence then. Immutable.
 *
 * @param sequence its name
 */
record SequenceSetting(String sequence) {
  /** Takes the call out of a query, whose list it alone makes up; null if there is none. */
  static SequenceSetting of(SqlNode tree, Translator translator) {
    if (!(tree instanceof SqlSelect select) || select.getSelectList().size() != 1) {
      return null;
    }
    SqlNode item = SqlUtil.stripAs(select.getSelectList().get(0));
    if (!(item instanceof SqlCall call) || !isCall(call, "setval")) {
      return null;
    }
    List<SqlNode> operands = call.getOperandList();
    if (operands.size() < 2 || operands.size() > 3) {
      throw ThetisException.withMessage(
          ErrorCode.SQL_INVALID, "SETVAL takes a sequence, a value, and perhaps TRUE or FALSE.");
    }
    SqlCatalog catalog = translator.space().catalog();
    String sequence = nameOf(operands.get(0), translator);
    if (catalog.sequence(sequence) == null) {
      throw new ThetisException(ErrorCode.UNKNOWN_OBJECT, "sequence", sequence);
    }
    SqlParserPos zero = SqlParserPos.ZERO;
    SqlNode number =
        SqlStdOperatorTable.CAST.createCall(
            zero,
            operands.get(1),
            new SqlDataTypeSpec(new SqlBasicTypeNameSpec(SqlTypeName.BIGINT, zero), zero));
    SqlNode value =
        SqlStdOperatorTable.AS.createCall(zero, number, new SqlIdentifier("setval", zero));
    SqlNode taken = operands.size() == 3 ? operands.get(2) : SqlLiteral.createBoolean(true, zero);
    select.setSelectList(SqlNodeList.of(value, taken));
    return new SequenceSetting(sequence);
  }

  private static boolean isCall(SqlCall call, String name) {
    return call.getOperator().getName().equalsIgnoreCase(name);
  }

  private static String nameOf(SqlNode operand, Translator translator) {
    ObjectNames names = translator.names();
    if (operand instanceof SqlCharStringLiteral literal) {
      return names.inText(ObjectNames.Kind.SEQUENCE, literal.getValueAs(String.class));
    }
    if (operand instanceof SqlCall call
        && isCall(call, "pg_get_serial_sequence")
        && call.operandCount() == 2
        && call.operand(0) instanceof SqlCharStringLiteral table
        && call.operand(1) instanceof SqlCharStringLiteral column) {
      return ofColumn(
          names.inText(ObjectNames.Kind.RELATION, table.getValueAs(String.class)),
          column.getValueAs(String.class),
          translator.space().catalog());
    }
    throw new ThetisException(
        ErrorCode.NOT_SUPPORTED, "SETVAL of a sequence whose name is no text");
  }

  private static String ofColumn(String table, String column, SqlCatalog catalog) {
    for (ColumnDef candidate : catalog.requireTable(table).columns()) {
      if (candidate.name().equals(column) && candidate.sequence() != null) {
        return candidate.sequence();
      }
    }
    throw ThetisException.withMessage(
        ErrorCode.SQL_INVALID,
        "Column \"%s\" of table \"%s\" is not an identity column.".formatted(column, table));
  }
}
