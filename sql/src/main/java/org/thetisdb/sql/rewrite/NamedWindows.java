package org.thetisdb.sql.rewrite;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.util.SqlShuttle;
import org.thetisdb.sql.rewrite.name.SelectForms;

/**
 * {@code OVER (w ROWS …)} with a window that WINDOW names, written out: Calcite takes what is named
 * and drops what stands beside the name. For one query; not thread-safe.
 */
final class NamedWindows extends SqlShuttle {
  private final Map<String, SqlWindow> byName = new HashMap<>();

  private NamedWindows() {}

  /** Writes the windows of a query's select list out. */
  static void writeOut(SqlSelect select) {
    if (select.getWindowList().isEmpty() || select.getSelectList() == null) {
      return;
    }
    NamedWindows windows = new NamedWindows();
    for (SqlNode named : select.getWindowList()) {
      if (named instanceof SqlWindow window && window.getDeclName() != null) {
        // one name may build upon those before it
        windows.byName.put(window.getDeclName().getSimple(), windows.whole(window));
      }
    }
    select.setSelectList((SqlNodeList) select.getSelectList().accept(windows));
  }

  @Override
  public SqlNode visit(SqlCall call) {
    if (call.isA(SqlKind.QUERY)) {
      return call; // it has windows of its own
    }
    SqlNode visited = super.visit(call);
    if (visited.getKind() != SqlKind.OVER) {
      return visited;
    }
    SqlCall over = (SqlCall) visited;
    SqlWindow window = over.operand(1) instanceof SqlWindow written ? whole(written) : named(over);
    return window == null
        ? over
        : over.getOperator().createCall(over.getParserPosition(), over.operand(0), window);
  }

  private SqlWindow named(SqlCall over) {
    SqlWindow found =
        over.operand(1) instanceof SqlIdentifier name && name.isSimple()
            ? byName.get(name.getSimple())
            : null;
    return found == null || found.getRefName() != null
        ? null
        : of(found, found.getPartitionList(), found.getOrderList());
  }

  /** The window without a reference; as it is if it has none, or one that the validator refuses. */
  private SqlWindow whole(SqlWindow window) {
    SqlWindow base =
        window.getRefName() == null ? null : byName.get(window.getRefName().getSimple());
    boolean plain =
        base != null
            && base.getRefName() == null
            && base.getLowerBound() == null
            && base.getUpperBound() == null
            && window.getPartitionList().isEmpty()
            && (base.getOrderList().isEmpty() || window.getOrderList().isEmpty());
    if (!plain) {
      return window;
    }
    SqlNodeList order = base.getOrderList().isEmpty() ? window.getOrderList() : base.getOrderList();
    return of(window, base.getPartitionList(), order);
  }

  /** Each call has a window of its own, for the validator notes in it whose it is. */
  private static SqlWindow of(SqlWindow frame, SqlNodeList partition, SqlNodeList order) {
    return SqlWindow.create(
        null,
        null,
        copy(partition),
        copy(order),
        SqlLiteral.createBoolean(frame.isRows(), frame.getParserPosition()),
        frame.getLowerBound(),
        frame.getUpperBound(),
        null,
        frame.getExclude(),
        frame.getParserPosition());
  }

  private static SqlNodeList copy(SqlNodeList list) {
    List<SqlNode> nodes = list.stream().map(SelectForms::copy).toList();
    return new SqlNodeList(nodes, list.getParserPosition());
  }
}
