package org.thetisdb.sql.rewrite;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.util.Util;

/**
 * HAVING that names columns of a query around, with their table, or without where all columns of
 * the query's own tables are known: each becomes a query of that column alone, for Calcite takes
 * them for columns that are not grouped. For one query; not thread-safe.
 */
final class OuterHaving extends SqlShuttle {
  private final Set<String> tables = new HashSet<>();
  private final Set<String> columns = new HashSet<>();
  private boolean known = true;

  /** Whether all columns of the query's tables are known. */
  private boolean columnsKnown = true;

  private OuterHaving() {}

  /** Changes the HAVING of a query. */
  static void writeOut(SqlSelect select, WholeRows rows) {
    if (select.getHaving() == null || select.getFrom() == null) {
      return;
    }
    OuterHaving outer = new OuterHaving();
    outer.addNames(select.getFrom());
    outer.addColumns(select, rows.sources(select.getFrom()));
    if (outer.known) {
      select.setHaving(select.getHaving().accept(outer));
    }
  }

  private void addNames(SqlNode from) {
    if (from instanceof SqlJoin join) {
      addNames(join.getLeft());
      addNames(join.getRight());
    } else if (from instanceof SqlIdentifier table) {
      tables.add(Util.last(table.names));
    } else if (from.getKind() == SqlKind.AS) {
      tables.add(((SqlIdentifier) ((SqlCall) from).operand(1)).getSimple());
    } else {
      known = false;
    }
  }

  private void addColumns(SqlSelect select, Map<String, WholeRows.Source> sources) {
    for (String table : tables) {
      WholeRows.Source source = sources.get(table);
      columnsKnown &= source != null && !source.columns().contains("*");
      columns.addAll(source == null ? Set.of() : source.columns());
    }
    columns.addAll(Labels.of(select));
  }

  @Override
  public SqlNode visit(SqlCall call) {
    return call.isA(SqlKind.QUERY) ? call : super.visit(call);
  }

  @Override
  public SqlNode visit(SqlIdentifier name) {
    boolean byTable =
        name.names.size() == 2 && !name.isStar() && !tables.contains(name.names.get(0));
    boolean alone =
        name.isSimple() && !name.isStar() && columnsKnown && !columns.contains(name.getSimple());
    return byTable || alone ? SelectForms.alone(name) : name;
  }
}
