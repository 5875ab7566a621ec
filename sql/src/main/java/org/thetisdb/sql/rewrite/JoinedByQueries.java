package org.thetisdb.sql.rewrite;

import java.util.HashSet;
import java.util.Set;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.thetisdb.sql.rewrite.name.SelectForms;

/**
 * {@code a LEFT JOIN b ON c} whose condition holds a query that looks at the joined rows, as {@code
 * a LEFT JOIN LATERAL (SELECT * FROM b WHERE c) ON TRUE}: Calcite's joins have no way for such a
 * condition. Stateless.
 */
final class JoinedByQueries {
  private JoinedByQueries() {}

  /** Changes the joins of one FROM. */
  static void inFrom(SqlNode from) {
    if (!(from instanceof SqlJoin join)) {
      return;
    }
    inFrom(join.getLeft());
    inFrom(join.getRight());
    SqlNode right = join.getRight();
    String name = nameOf(right);
    if (join.getJoinType() != JoinType.LEFT
        || join.getConditionType() != JoinConditionType.ON
        || name == null) {
      return;
    }
    Set<String> tables = new HashSet<>();
    addNames(join.getLeft(), tables);
    tables.add(name);
    if (!Correlated.isIn(join.getCondition(), tables)) {
      return;
    }
    SqlParserPos place = join.getParserPosition();
    SqlSelect chosen = SelectForms.star(right);
    chosen.setWhere(join.getCondition());
    join.setRight(
        SqlStdOperatorTable.AS.createCall(
            place,
            SqlStdOperatorTable.LATERAL.createCall(place, chosen),
            new SqlIdentifier(name, place)));
    join.setOperand(5, SqlLiteral.createBoolean(true, place));
  }

  /** What an item of FROM is called; null for a join. */
  private static String nameOf(SqlNode item) {
    if (item instanceof SqlIdentifier table) {
      return table.names.get(table.names.size() - 1);
    }
    return item.getKind() == SqlKind.AS
        ? ((SqlIdentifier) ((SqlCall) item).operand(1)).getSimple()
        : null;
  }

  private static void addNames(SqlNode from, Set<String> names) {
    if (from instanceof SqlJoin join) {
      addNames(join.getLeft(), names);
      addNames(join.getRight(), names);
    } else if (nameOf(from) != null) {
      names.add(nameOf(from));
    }
  }

  /** Looks for queries that name one of some tables. */
  private static final class Correlated extends SqlBasicVisitor<Void> {
    private final Set<String> tables;
    private int queries;
    private boolean found;

    private Correlated(Set<String> tables) {
      this.tables = tables;
    }

    static boolean isIn(SqlNode condition, Set<String> tables) {
      Correlated correlated = new Correlated(tables);
      condition.accept(correlated);
      return correlated.found;
    }

    @Override
    public Void visit(SqlCall call) {
      boolean query = call.isA(SqlKind.QUERY);
      queries += query ? 1 : 0;
      super.visit(call);
      queries -= query ? 1 : 0;
      return null;
    }

    @Override
    public Void visit(SqlIdentifier name) {
      found |= queries > 0 && name.names.size() > 1 && tables.contains(name.names.get(0));
      return null;
    }
  }
}
