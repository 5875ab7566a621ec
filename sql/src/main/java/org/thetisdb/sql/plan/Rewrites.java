package org.thetisdb.sql.plan;

import java.util.Locale;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.util.Util;

/** Puts functions of this database in the place of those of Calcite. Stateless. */
final class Rewrites extends SqlShuttle {
  private static final Rewrites INSTANCE = new Rewrites();

  private Rewrites() {}

  /** The same tree with this database's functions. */
  static SqlNode apply(SqlNode tree) {
    return tree.accept(INSTANCE);
  }

  @Override
  public SqlNode visit(SqlCall call) {
    SqlCall visited = (SqlCall) super.visit(call);
    if (visited.getKind() == SqlKind.NEXT_VALUE) {
      return nextValue((SqlIdentifier) visited.operand(0), visited.getParserPosition());
    }
    if (!(visited instanceof SqlBasicCall)) {
      return visited;
    }
    SqlOperator own = OwnFunctions.byName(visited.getOperator().getName().toLowerCase(Locale.ROOT));
    if (own == null || visited.getKind() == SqlKind.AS) {
      return visited.getOperator() instanceof SqlUnresolvedFunction ? inCapitals(visited) : visited;
    }
    return own.createCall(visited.getParserPosition(), visited.getOperandList());
  }

  /** Functions of libraries are found by names in capitals alone. */
  private static SqlNode inCapitals(SqlCall call) {
    String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
    SqlUnresolvedFunction function =
        new SqlUnresolvedFunction(
            new SqlIdentifier(name, call.getParserPosition()),
            null,
            null,
            null,
            null,
            SqlFunctionCategory.USER_DEFINED_FUNCTION);
    return function.createCall(
        call.getFunctionQuantifier(), call.getParserPosition(), call.getOperandList());
  }

  private static SqlNode nextValue(SqlIdentifier sequence, SqlParserPos position) {
    String name = Util.last(sequence.names);
    return OwnFunctions.NEXTVAL.createCall(
        position, SqlLiteral.createCharString(name, sequence.getParserPosition()));
  }
}
