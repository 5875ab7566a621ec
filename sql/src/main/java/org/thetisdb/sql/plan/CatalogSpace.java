package org.thetisdb.sql.plan;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.impl.AbstractSchema;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.catalog.ViewDef;
import org.thetisdb.sql.info.ClusterTable;
import org.thetisdb.sql.info.InformationSchema;
import org.thetisdb.sql.info.VirtualTable;

/** One state of the catalog as Calcite sees it. Immutable, safe for all threads. */
final class CatalogSpace {
  /** The schema of all tables. */
  static final String PUBLIC = "public";

  private final SqlCatalog catalog;
  private final CalciteSchema root;

  CatalogSpace(SqlCatalog catalog) {
    this.catalog = catalog;
    this.root = CalciteSchema.createRootSchema(false, false);
    root.add(PUBLIC, new Tables(publicTables()));
    root.add(VirtualTable.SCHEMA, new Tables(virtualTables()));
  }

  private CatalogSpace(TableDef table) {
    this.catalog = null;
    this.root = CalciteSchema.createRootSchema(false, false);
    root.add(PUBLIC, new Tables(Map.of(table.name(), new CatalogTable(table))));
  }

  /** One table alone, for expressions over its columns. */
  static CatalogSpace ofTable(TableDef table) {
    return new CatalogSpace(table);
  }

  private Map<String, Table> virtualTables() {
    Map<String, Table> tables = new LinkedHashMap<>();
    for (VirtualTable table : InformationSchema.tables()) {
      tables.put(
          table.name(), new CatalogInfo(table, catalog, v -> new Translator(this).typeOfView(v)));
    }
    for (ClusterTable table : ClusterTable.values()) {
      tables.put(table.tableName(), new ClusterSource(table));
    }
    return tables;
  }

  private Map<String, Table> publicTables() {
    Map<String, Table> tables = new LinkedHashMap<>();
    for (TableDef table : catalog.tables()) {
      tables.put(table.name(), new CatalogTable(table));
    }
    for (ViewDef view : catalog.views()) {
      tables.put(view.name(), new CatalogView(view, v -> new Translator(this).typeOfView(v)));
    }
    return tables;
  }

  SqlCatalog catalog() {
    return catalog;
  }

  CalciteSchema root() {
    return root;
  }

  private static final class Tables extends AbstractSchema {
    private final Map<String, Table> tables;

    Tables(Map<String, Table> tables) {
      this.tables = tables;
    }

    @Override
    protected Map<String, Table> getTableMap() {
      return tables;
    }
  }
}
