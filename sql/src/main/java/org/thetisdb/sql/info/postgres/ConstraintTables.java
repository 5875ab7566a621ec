package org.thetisdb.sql.info.postgres;

import static org.thetisdb.core.schema.ObjectName.schema;
import static org.thetisdb.core.schema.ObjectName.simple;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.thetisdb.sql.catalog.CheckDef;
import org.thetisdb.sql.catalog.ForeignKeyDef;
import org.thetisdb.sql.catalog.IndexDef;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.info.InfoContext;
import org.thetisdb.sql.info.VirtualTable;

/** The table about constraints: pg_constraint. Stateless. */
final class ConstraintTables {
  private static final Layout CONSTRAINT =
      new Layout(
          "oid:BIGINT",
          "conname",
          "connamespace:BIGINT",
          "contype",
          "condeferrable:BOOLEAN=false",
          "condeferred:BOOLEAN=false",
          "convalidated:BOOLEAN=true",
          "conrelid:BIGINT",
          "contypid:BIGINT=0",
          "conindid:BIGINT=0",
          "conparentid:BIGINT=0",
          "confrelid:BIGINT=0",
          "confupdtype= ",
          "confdeltype= ",
          "confmatchtype= ",
          "conislocal:BOOLEAN=true",
          "coninhcount:INTEGER=0",
          "connoinherit:BOOLEAN=true",
          "conkey:SMALLINT[]",
          "confkey:SMALLINT[]",
          "conpfeqop:BIGINT[]",
          "conppeqop:BIGINT[]",
          "conffeqop:BIGINT[]",
          "confdelsetcols:SMALLINT[]",
          "conexclop:BIGINT[]",
          "conbin");

  private ConstraintTables() {}

  /**
   * A constraint.
   *
   * @param shown its definition, as pg_get_constraintdef gives it
   */
  record Constraint(long oid, String name, TableDef table, Object[] row, String shown) {}

  static VirtualTable table() {
    return VirtualTable.of(
            230,
            VirtualTable.PG_CATALOG,
            "pg_constraint",
            CONSTRAINT.columns(),
            (context, key) -> rows(context, context.tables()))
        .lookedUpBy(
            List.of("conrelid"),
            false,
            (context, key) -> rows(context, tables(context, Oids.storedTable((Long) key.get(0)))))
        .lookedUpBy(
            List.of("confrelid"),
            false,
            (context, key) ->
                rows(
                    context,
                    tables(context, Oids.storedTable((Long) key.get(0)))
                        .flatMap(parent -> context.catalog().children(parent).stream())
                        .filter(child -> context.sees(schema(child.name())))))
        .lookedUpBy(
            List.of("oid"),
            true,
            (context, key) ->
                Stream.ofNullable(byOid(context.catalog(), (Long) key.get(0)))
                    .map(Constraint::row));
  }

  private static Stream<TableDef> tables(InfoContext context, int number) {
    return Stream.ofNullable(number < 0 ? null : context.catalog().tableById(number));
  }

  private static Stream<Object[]> rows(InfoContext context, Stream<TableDef> tables) {
    return tables.flatMap(table -> of(context.catalog(), table).stream()).map(Constraint::row);
  }

  /** The constraint with a number; null if there is none. */
  static Constraint byOid(SqlCatalog catalog, long oid) {
    TableDef table = catalog.tableById(Oids.tableOfConstraint(oid));
    Stream<TableDef> tables = table == null ? catalog.definedTables().stream() : Stream.of(table);
    return tables
        .flatMap(each -> of(catalog, each).stream())
        .filter(each -> each.oid() == oid)
        .findFirst()
        .orElse(null);
  }

  /** The constraints of a table. */
  static List<Constraint> of(SqlCatalog catalog, TableDef table) {
    List<Constraint> all = new ArrayList<>();
    if (!table.hasHiddenKey()) {
      all.add(
          key(
              catalog,
              table,
              Oids.ofPrimaryConstraint(table),
              new PgRelation.Index(table, null),
              "p",
              "PRIMARY KEY",
              table.primaryKey()));
    }
    for (IndexDef index : table.indexes()) {
      if (index.constraint()) {
        all.add(
            key(
                catalog,
                table,
                Oids.ofUniqueConstraint(index),
                new PgRelation.Index(table, index),
                "u",
                "UNIQUE",
                index.columns()));
      }
    }
    int place = 0;
    for (ForeignKeyDef key : table.foreignKeys()) {
      all.add(foreignKey(catalog, table, Oids.ofPart(table, place++), key));
    }
    for (CheckDef check : table.checks()) {
      all.add(check(catalog, table, Oids.ofPart(table, place++), check));
    }
    return all;
  }

  private static Constraint key(
      SqlCatalog catalog,
      TableDef table,
      long oid,
      PgRelation.Index index,
      String type,
      String kind,
      List<Integer> places) {
    Object[] row = row(catalog, table, oid, index.simpleName(), type);
    CONSTRAINT.set(row, "conindid", index.oid());
    CONSTRAINT.set(row, "conkey", numbers(places));
    return new Constraint(
        oid, index.simpleName(), table, row, DefinitionTexts.key(table, kind, places));
  }

  private static Object[] row(
      SqlCatalog catalog, TableDef table, long oid, String name, String type) {
    return CONSTRAINT.row(
        "oid", oid,
        "conname", name,
        "connamespace", Oids.ofSchema(catalog, schema(table.name())),
        "contype", type,
        "conrelid", Oids.ofTable(table));
  }

  private static List<Object> numbers(List<Integer> places) {
    return new ArrayList<>(places.stream().map(place -> place + 1).toList());
  }

  private static Constraint foreignKey(
      SqlCatalog catalog, TableDef table, long oid, ForeignKeyDef key) {
    Object[] row = row(catalog, table, oid, key.name(), "f");
    TableDef parent = catalog.definedTable(key.parent());
    CONSTRAINT.set(row, "condeferrable", key.isDeferrable());
    CONSTRAINT.set(row, "condeferred", key.timing() == ForeignKeyDef.Timing.INITIALLY_DEFERRED);
    CONSTRAINT.set(row, "convalidated", key.enforced());
    CONSTRAINT.set(row, "confupdtype", action(key.onUpdate()));
    CONSTRAINT.set(row, "confdeltype", action(key.onDelete()));
    CONSTRAINT.set(row, "confmatchtype", "s");
    CONSTRAINT.set(row, "conkey", numbers(key.columns()));
    CONSTRAINT.set(row, "confkey", numbers(key.parentColumns()));
    if (parent != null) {
      CONSTRAINT.set(row, "confrelid", Oids.ofTable(parent));
      CONSTRAINT.set(row, "conindid", referred(parent, key));
    }
    return new Constraint(
        oid, key.name(), table, row, DefinitionTexts.foreignKey(catalog, table, key));
  }

  private static long referred(TableDef parent, ForeignKeyDef key) {
    return parent.indexes().stream()
        .filter(index -> index.unique() && index.isPlain())
        .filter(index -> index.columns().equals(key.parentColumns()))
        .findFirst()
        .map(Oids::of)
        .orElse(Oids.ofPrimaryKey(parent));
  }

  private static String action(ForeignKeyDef.OnParent action) {
    return switch (action) {
      case RESTRICT -> "r";
      case CASCADE -> "c";
      case SET_NULL -> "n";
      case NO_ACTION -> "a";
      case SET_DEFAULT -> "d";
    };
  }

  private static Constraint check(SqlCatalog catalog, TableDef table, long oid, CheckDef check) {
    Object[] row = row(catalog, table, oid, check.name(), "c");
    CONSTRAINT.set(row, "connoinherit", false);
    CONSTRAINT.set(row, "conbin", check.conditionSql());
    return new Constraint(
        oid, simple(check.name()), table, row, "CHECK ((" + check.conditionSql() + "))");
  }
}
