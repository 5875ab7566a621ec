package org.thetisdb.sql.info;

import static org.thetisdb.core.schema.ObjectName.schema;
import static org.thetisdb.core.schema.ObjectName.simple;
import static org.thetisdb.sql.info.InformationSchema.CATALOG;
import static org.thetisdb.sql.info.InformationSchema.row;
import static org.thetisdb.sql.info.InformationSchema.yesNo;

import java.util.List;
import java.util.function.Consumer;
import org.thetisdb.sql.catalog.CheckDef;
import org.thetisdb.sql.catalog.CommentDef.Subject;
import org.thetisdb.sql.catalog.ForeignKeyDef;
import org.thetisdb.sql.catalog.IndexDef;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;

/** Rows about constraints and indexes. Stateless. */
final class ConstraintRows {
  private ConstraintRows() {}

  static void tableConstraints(SqlCatalog catalog, TableDef table, Consumer<Object[]> rows) {
    if (!table.hasHiddenKey()) {
      rows.accept(constraint(catalog, table, table.primaryKeyName(), "PRIMARY KEY", true));
    }
    for (IndexDef index : table.indexes()) {
      if (index.constraint()) {
        rows.accept(constraint(catalog, table, simple(index.name()), "UNIQUE", true));
      }
    }
    for (ForeignKeyDef key : table.foreignKeys()) {
      rows.accept(constraint(catalog, table, key));
    }
    for (CheckDef check : table.checks()) {
      rows.accept(constraint(catalog, table, check.name(), "CHECK", true));
    }
  }

  private static Object[] constraint(
      SqlCatalog catalog, TableDef table, String name, String type, boolean enforced) {
    String schema = schema(table.name());
    return row(
        CATALOG,
        schema,
        name,
        schema,
        simple(table.name()),
        type,
        yesNo(enforced),
        "NO",
        "NO",
        catalog.comment(Subject.CONSTRAINT, table.tableId(), name));
  }

  private static Object[] constraint(SqlCatalog catalog, TableDef table, ForeignKeyDef key) {
    Object[] row = constraint(catalog, table, key.name(), "FOREIGN KEY", key.enforced());
    row[row.length - 3] = yesNo(key.isDeferrable());
    row[row.length - 2] = yesNo(key.timing() == ForeignKeyDef.Timing.INITIALLY_DEFERRED);
    return row;
  }

  static void keyColumns(SqlCatalog catalog, TableDef table, Consumer<Object[]> rows) {
    if (!table.hasHiddenKey()) {
      keyColumns(table, table.primaryKeyName(), table.primaryKey(), null, rows);
    }
    for (IndexDef index : table.indexes()) {
      if (index.constraint()) {
        keyColumns(table, simple(index.name()), index.columns(), null, rows);
      }
    }
    for (ForeignKeyDef key : table.foreignKeys()) {
      List<Integer> referred = referredOrder(catalog.definedTable(key.parent()), key);
      keyColumns(table, key.name(), key.columns(), referred, rows);
    }
  }

  private static void keyColumns(
      TableDef table,
      String name,
      List<Integer> places,
      List<Integer> referred,
      Consumer<Object[]> rows) {
    for (int i = 0; i < places.size(); i++) {
      rows.accept(
          row(
              CATALOG,
              schema(table.name()),
              name,
              schema(table.name()),
              simple(table.name()),
              table.columns().get(places.get(i)).name(),
              i + 1,
              referred == null ? null : referred.get(i) + 1));
    }
  }

  /** For each column of a foreign key the place of its counterpart in what is referred to. */
  private static List<Integer> referredOrder(TableDef parent, ForeignKeyDef key) {
    List<Integer> unique =
        parent != null && parent.primaryKey().containsAll(key.parentColumns())
            ? parent.primaryKey()
            : key.parentColumns();
    return key.parentColumns().stream().map(unique::indexOf).toList();
  }

  static void references(SqlCatalog catalog, TableDef table, Consumer<Object[]> rows) {
    for (ForeignKeyDef key : table.foreignKeys()) {
      rows.accept(
          row(
              CATALOG,
              schema(table.name()),
              key.name(),
              schema(key.parent()),
              referredName(catalog.definedTable(key.parent()), key),
              "NONE",
              rule(key.onUpdate()),
              rule(key.onDelete()),
              simple(table.name()),
              simple(key.parent())));
    }
  }

  private static String referredName(TableDef parent, ForeignKeyDef key) {
    if (parent == null) {
      return null;
    }
    for (IndexDef index : parent.indexes()) {
      if (index.unique() && index.isPlain() && index.columns().equals(key.parentColumns())) {
        return simple(index.name());
      }
    }
    return parent.primaryKeyName();
  }

  private static String rule(ForeignKeyDef.OnParent action) {
    return switch (action) {
      case RESTRICT -> "RESTRICT";
      case CASCADE -> "CASCADE";
      case SET_NULL -> "SET NULL";
      case NO_ACTION -> "NO ACTION";
      case SET_DEFAULT -> "SET DEFAULT";
    };
  }

  /** The columns of keys, and those that foreign keys refer to. */
  static void usedColumns(SqlCatalog catalog, TableDef table, Consumer<Object[]> rows) {
    if (!table.hasHiddenKey()) {
      used(table, table.primaryKey(), table, table.primaryKeyName(), rows);
    }
    for (IndexDef index : table.indexes()) {
      if (index.constraint()) {
        used(table, index.columns(), table, simple(index.name()), rows);
      }
    }
    for (ForeignKeyDef key : table.foreignKeys()) {
      TableDef parent = catalog.definedTable(key.parent());
      if (parent != null) {
        used(parent, key.parentColumns(), table, key.name(), rows);
      }
    }
  }

  private static void used(
      TableDef of, List<Integer> places, TableDef by, String name, Consumer<Object[]> rows) {
    for (int place : places) {
      rows.accept(
          row(
              CATALOG,
              schema(of.name()),
              simple(of.name()),
              of.columns().get(place).name(),
              CATALOG,
              schema(by.name()),
              name));
    }
  }

  static void checks(SqlCatalog catalog, TableDef table, Consumer<Object[]> rows) {
    for (CheckDef check : table.checks()) {
      rows.accept(row(CATALOG, schema(table.name()), check.name(), check.conditionSql()));
    }
  }

  /** The primary key is among them, though it needs no index of its own. */
  static void indexes(SqlCatalog catalog, TableDef table, Consumer<Object[]> rows) {
    if (!table.hasHiddenKey()) {
      index(
          table,
          table.primaryKeyName(),
          true,
          true,
          true,
          names(table, table.primaryKey()),
          null,
          null,
          rows);
    }
    for (IndexDef index : table.indexes()) {
      boolean complete = index.state() == IndexDef.State.READY;
      index(
          table,
          simple(index.name()),
          index.unique(),
          index.constraint(),
          complete,
          index.columns().stream().map(place -> shown(table, index, place)).toList(),
          index.isPartial() ? index.where().conditionSql() : null,
          catalog.comment(Subject.INDEX, index.tableId(), ""),
          rows);
    }
  }

  private static List<String> names(TableDef table, List<Integer> places) {
    return places.stream().map(place -> table.columns().get(place).name()).toList();
  }

  private static String shown(TableDef table, IndexDef index, int place) {
    return place >= 0 ? table.keyName(index, place) : index.expression(place).shownSql();
  }

  private static void index(
      TableDef table,
      String name,
      boolean unique,
      boolean constraint,
      boolean complete,
      List<String> columns,
      String filter,
      String comment,
      Consumer<Object[]> rows) {
    for (int i = 0; i < columns.size(); i++) {
      rows.accept(
          row(
              schema(table.name()),
              simple(table.name()),
              name,
              yesNo(unique),
              yesNo(constraint),
              yesNo(complete),
              i + 1,
              columns.get(i),
              filter,
              comment));
    }
  }
}
