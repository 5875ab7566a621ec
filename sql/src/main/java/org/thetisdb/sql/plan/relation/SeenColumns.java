package org.thetisdb.sql.plan.relation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.util.Util;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.catalog.ViewDef;
import org.thetisdb.sql.parse.token.ObjectNames;
import org.thetisdb.sql.rewrite.name.Selects;

/**
 * The query of a view over tables that have other columns now: a query of the columns that the view
 * saw when it was made stands in the place of such a table. For one query; not thread-safe.
 */
public final class SeenColumns extends SqlBasicVisitor<Void> {
  private final ViewDef view;
  private final SqlCatalog catalog;
  private final ObjectNames names;
  private final Set<String> queries = new HashSet<>();

  private SeenColumns(ViewDef view, SqlCatalog catalog, ObjectNames names) {
    this.view = view;
    this.catalog = catalog;
    this.names = names;
  }

  /** Changes the tree of a view's query. */
  public static void writeOut(SqlNode query, ViewDef view, SqlCatalog catalog, ObjectNames names) {
    if (!view.seen().isEmpty()) {
      query.accept(new SeenColumns(view, catalog, names));
    }
  }

  @Override
  public Void visit(SqlCall call) {
    if (call instanceof SqlWithItem item) {
      queries.add(item.name.getSimple());
    }
    super.visit(call);
    if (call instanceof SqlSelect select && select.getFrom() != null) {
      select.setFrom(seen(select.getFrom()));
    }
    return null;
  }

  private SqlNode seen(SqlNode from) {
    if (from instanceof SqlJoin join) {
      join.setLeft(seen(join.getLeft()));
      join.setRight(seen(join.getRight()));
      return join;
    }
    if (from instanceof SqlCall as && from.getKind() == SqlKind.AS) {
      SqlNode query =
          as.operand(0) instanceof SqlIdentifier table ? columnsOf(table) : as.operand(0);
      as.setOperand(0, query);
      return as;
    }
    if (!(from instanceof SqlIdentifier table)) {
      return from;
    }
    SqlNode query = columnsOf(table);
    SqlParserPos place = table.getParserPosition();
    return query == table
        ? table
        : SqlStdOperatorTable.AS.createCall(
            place, query, new SqlIdentifier(Util.last(table.names), place));
  }

  /** A query of the columns that were seen; the table itself if these are all that it has. */
  private SqlNode columnsOf(SqlIdentifier table) {
    ViewDef.Seen seen = seenOf(table);
    if (seen == null) {
      return table;
    }
    SqlParserPos place = table.getParserPosition();
    List<SqlNode> columns = new ArrayList<>();
    for (ViewDef.SeenColumn column : seen.columns()) {
      columns.add(
          SqlStdOperatorTable.AS.createCall(
              place,
              new SqlIdentifier(column.now(), place),
              new SqlIdentifier(column.then(), place)));
    }
    return Selects.of(place, columns, table, null);
  }

  /** Null for a table that has the columns that were seen, and no others. */
  private ViewDef.Seen seenOf(SqlIdentifier table) {
    if (table.isSimple() && queries.contains(table.getSimple())) {
      return null;
    }
    int parts = table.names.size();
    String schema = parts < 2 ? null : table.names.get(parts - 2);
    String name = names.find(ObjectNames.Kind.RELATION, schema, Util.last(table.names));
    ViewDef.Seen seen = view.seen(name);
    TableDef present = seen == null ? null : catalog.table(name);
    if (present == null) {
      return null;
    }
    List<ViewDef.SeenColumn> now =
        present.columns().stream()
            .map(column -> new ViewDef.SeenColumn(column.name(), column.name()))
            .toList();
    return now.equals(seen.columns()) ? null : seen;
  }
}
