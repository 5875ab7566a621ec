package org.thetisdb.sql.info;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.schema.Column;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.core.schema.TableSchema;
import org.thetisdb.procedures.Table;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.catalog.IndexDef;
import org.thetisdb.sql.catalog.TableDef;

/**
 * System tables as statements are planned with them: like stored tables with a hidden key, each
 * lookup an index. Nothing is stored of them. Stateless.
 */
final class VirtualDefinitions {
  private static final String ROW_ID = "row_id";

  private VirtualDefinitions() {}

  static TableDef of(Relation.OfSystem relation, List<VirtualTable.Lookup> lookups) {
    String name = relation.schemaName() + '.' + relation.simpleName();
    List<Column> stored = new ArrayList<>();
    stored.add(new Column(ROW_ID, ColumnType.LONG, false));
    List<ColumnDef> columns = new ArrayList<>();
    for (VirtualTable.Column column : relation.columns()) {
      columns.add(column.definition(stored.size()));
      stored.add(new Column(column.name(), column.type().name().storage(), true));
    }
    int tableId = TableDef.ofSystem(relation.number());
    List<IndexDef> indexes = new ArrayList<>();
    for (VirtualTable.Lookup lookup : lookups) {
      String by = relation.simpleName() + "_lookup_" + indexes.size();
      indexes.add(
          new IndexDef(by, tableId, lookup.places(), lookup.unique(), false, IndexDef.State.READY));
    }
    return new TableDef(
        tableId,
        name,
        Table.of(new TableSchema(name.replace('.', '_'), 1, 1, stored)),
        List.copyOf(columns),
        List.of(),
        null,
        List.copyOf(indexes),
        List.of(),
        List.of());
  }
}
