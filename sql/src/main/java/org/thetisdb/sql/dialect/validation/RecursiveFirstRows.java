package org.thetisdb.sql.dialect.validation;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCollectionTypeNameSpec;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlTypeNameSpec;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * The first rows of a recursive query, whose types all its columns have. Calcite gives a text as
 * many characters as the first ones have, and would cut those of later rows. Stateless.
 */
public final class RecursiveFirstRows {
  /** What the first rows are called in the query that stands around them. */
  public static final String NAME = "$first";

  private RecursiveFirstRows() {}

  /** Whether a query gives the first rows of a recursive one. */
  static boolean areOf(SqlSelect select) {
    return select.getFrom() instanceof SqlJoin join
        && join.getLeft() instanceof SqlCall named
        && named.getKind() == SqlKind.AS
        && named.operand(1) instanceof SqlIdentifier name
        && name.isSimple()
        && name.getSimple().equals(NAME);
  }

  /** Gives texts any length; false if there is none. */
  static boolean cast(SqlSelect select, RelDataType rows) {
    SqlNodeList items = select.getSelectList();
    SqlParserPos place = items.getParserPosition();
    boolean found = false;
    for (RelDataTypeField field : rows.getFieldList()) {
      int at = field.getIndex();
      SqlTypeNameSpec type = ofAnyLength(field.getType());
      if (type != null) {
        SqlNode cast =
            SqlStdOperatorTable.CAST.createCall(
                place, bare(items.get(at)), new SqlDataTypeSpec(type, place));
        SqlNode name = new SqlIdentifier(field.getName(), place);
        items.set(at, SqlStdOperatorTable.AS.createCall(place, cast, name));
        found = true;
      }
    }
    return found;
  }

  private static SqlNode bare(SqlNode item) {
    return item.getKind() == SqlKind.AS ? ((SqlCall) item).operand(0) : item;
  }

  /** Null for a type that has no length. */
  private static SqlTypeNameSpec ofAnyLength(RelDataType type) {
    if (SqlTypeUtil.inCharFamily(type)
        && type.getPrecision() != RelDataType.PRECISION_NOT_SPECIFIED) {
      return new SqlBasicTypeNameSpec(SqlTypeName.VARCHAR, SqlParserPos.ZERO);
    }
    SqlTypeNameSpec element =
        type.getSqlTypeName() == SqlTypeName.ARRAY ? ofAnyLength(type.getComponentType()) : null;
    return element == null
        ? null
        : new SqlCollectionTypeNameSpec(element, SqlTypeName.ARRAY, SqlParserPos.ZERO);
  }
}
