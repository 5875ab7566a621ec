package org.thetisdb.sql.rewrite.name;

import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUserDefinedTypeNameSpec;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.Util;
import org.thetisdb.core.wire.SearchPath;
import org.thetisdb.sql.dialect.CatalogFunctions;
import org.thetisdb.sql.info.VirtualTable;

/**
 * What tools for PostgreSQL say of its catalog: functions that tell something of objects, and types
 * that stand for these. A {@code regclass} is a number, which the outermost list of a query and a
 * cast to a text show as a name. Stateless.
 */
public final class SystemNames {
  /** Types of the system's own columns, and what holds the same values. */
  private static final Map<String, SqlTypeName> TYPES =
      Map.of(
          "oid", SqlTypeName.BIGINT,
          "xid", SqlTypeName.BIGINT,
          "regrole", SqlTypeName.VARCHAR,
          "name", SqlTypeName.VARCHAR,
          "char", SqlTypeName.VARCHAR,
          "sql_identifier", SqlTypeName.VARCHAR,
          "character_data", SqlTypeName.VARCHAR,
          "cardinal_number", SqlTypeName.INTEGER);

  private SystemNames() {}

  /** The call as it runs; null if it says nothing of the system. */
  public static SqlNode inPlaceOf(SqlCall call, SearchPath path) {
    if (call.getKind() == SqlKind.CAST && call.operand(1) instanceof SqlDataTypeSpec type) {
      return cast(call, type, path);
    }
    if (!(call.getOperator() instanceof SqlFunction)) {
      return null;
    }
    return call.getOperator().getName().equalsIgnoreCase("current_schemas")
        ? schemas(call, path)
        : CatalogFunctions.inPlaceOf(call, path);
  }

  private static SqlNode cast(SqlCall call, SqlDataTypeSpec type, SearchPath path) {
    SqlNode value = call.operand(0);
    SqlParserPos place = call.getParserPosition();
    if (type.getTypeNameSpec() instanceof SqlBasicTypeNameSpec basic) {
      String name = Util.last(basic.getTypeName().names);
      boolean text = name.equals("VARCHAR") || name.equals("CHAR");
      SqlNode shown = text ? CatalogFunctions.textOf(value) : null;
      return shown == null ? null : call.getOperator().createCall(place, shown, type);
    }
    if (!(type.getTypeNameSpec() instanceof SqlUserDefinedTypeNameSpec own)) {
      return null;
    }
    String name = Util.last(own.getTypeName().names);
    if (name.equals("int2vector") || name.equals("oidvector")) {
      return value;
    }
    SqlTypeName plain = TYPES.get(name);
    return plain == null
        ? CatalogFunctions.cast(value, name, path, place)
        : SqlStdOperatorTable.CAST.createCall(place, value, typeOf(plain, place));
  }

  private static SqlDataTypeSpec typeOf(SqlTypeName name, SqlParserPos place) {
    return new SqlDataTypeSpec(new SqlBasicTypeNameSpec(name, place), place);
  }

  /** CURRENT_SCHEMAS: those of the search path, with that of the system if it is wanted. */
  private static SqlNode schemas(SqlCall call, SearchPath path) {
    SqlParserPos place = call.getParserPosition();
    boolean all =
        call.operandCount() == 1
            && call.operand(0) instanceof SqlLiteral literal
            && Boolean.TRUE.equals(literal.getValue());
    SqlNodeList names = new SqlNodeList(place);
    if (all) {
      names.add(text(VirtualTable.PG_CATALOG, place));
    }
    List<String> schemas = all ? path.schemas() : path.named();
    schemas.forEach(schema -> names.add(text(schema, place)));
    return SqlStdOperatorTable.ARRAY_VALUE_CONSTRUCTOR.createCall(names);
  }

  private static SqlNode text(String value, SqlParserPos place) {
    return SqlStdOperatorTable.CAST.createCall(
        place, SqlLiteral.createCharString(value, place), typeOf(SqlTypeName.VARCHAR, place));
  }

  /** What the outermost list casts to a type that stands for an object, it shows as a text. */
  public static void showNames(SqlNode tree) {
    SqlSelect select = selectOf(tree);
    if (select == null) {
      return;
    }
    SqlNodeList items = select.getSelectList();
    for (int i = 0; i < items.size(); i++) {
      SqlNode item = items.get(i);
      SqlNode value = item.getKind() == SqlKind.AS ? ((SqlCall) item).operand(0) : item;
      if (value instanceof SqlBasicCall cast
          && cast.getKind() == SqlKind.CAST
          && cast.operand(1) instanceof SqlDataTypeSpec type
          && type.getTypeNameSpec() instanceof SqlUserDefinedTypeNameSpec own
          && Util.last(own.getTypeName().names).startsWith("reg")) {
        SqlParserPos place = cast.getParserPosition();
        SqlNode shown =
            SqlStdOperatorTable.CAST.createCall(place, cast, typeOf(SqlTypeName.VARCHAR, place));
        if (item.getKind() == SqlKind.AS) {
          ((SqlCall) item).setOperand(0, shown);
        } else {
          items.set(i, shown);
        }
      }
    }
  }

  private static SqlSelect selectOf(SqlNode tree) {
    if (tree instanceof SqlOrderBy ordered) {
      return selectOf(ordered.query);
    }
    if (tree instanceof SqlWith with) {
      return selectOf(with.body);
    }
    return tree instanceof SqlSelect select ? select : null;
  }
}
