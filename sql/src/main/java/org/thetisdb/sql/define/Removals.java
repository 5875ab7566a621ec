package org.thetisdb.sql.define;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.catalog.IndexDef;
import org.thetisdb.sql.catalog.ObjectKind;
import org.thetisdb.sql.catalog.ProcedureDef;
import org.thetisdb.sql.catalog.SequenceDef;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.catalog.ViewDef;
import org.thetisdb.sql.ddl.DropObject;
import org.thetisdb.sql.parse.ddl.DefaultText;

/** DROP of anything. For one definition. Not thread-safe. */
final class Removals {
  private final Changes changes;
  private final DropObject drop;

  Removals(Changes changes, DropObject drop) {
    this.changes = changes;
    this.drop = drop;
  }

  void drop() {
    for (String name : drop.names()) {
      boolean found =
          switch (drop.kind()) {
            case TABLE -> dropTable(name);
            case INDEX -> dropIndex(name);
            case VIEW -> dropView(name);
            case SEQUENCE -> dropSequence(name);
            case PROCEDURE -> dropProcedure(name);
          };
      if (!found) {
        missing(name);
      }
    }
  }

  private void missing(String name) {
    String what =
        switch (drop.kind()) {
          case TABLE -> "table";
          case INDEX -> "index";
          case VIEW -> "view";
          case SEQUENCE -> "sequence";
          case PROCEDURE -> "procedure";
        };
    if (drop.ifExists()) {
      changes.notice("There is no %s \"%s\".".formatted(what, name));
      return;
    }
    if (drop.kind() == DropObject.Kind.TABLE) {
      throw changes.catalog().unknownTable(name);
    }
    throw Names.unknown(what, name);
  }

  private boolean dropTable(String name) {
    TableDef table = changes.catalog().table(name);
    if (table == null) {
      return false;
    }
    ConstraintDrop.dropReferrers(
        changes, table, new TableDraft(table), drop.cascade(), key -> true);
    for (SequenceDef sequence : new ArrayList<>(changes.catalog().sequences())) {
      if (name.equals(sequence.owner())) {
        changes.remove(sequence);
      }
    }
    if (table.making() != null) {
      changes.put(table.withMaking(null)); // what it was becoming goes first
    }
    table.indexes().forEach(index -> changes.retire(index.tableId(), table));
    changes.remove(ObjectKind.TABLE, table.tableId());
    changes.retire(table.tableId(), table);
    return true;
  }

  private boolean dropIndex(String name) {
    TableDef table = changes.catalog().tableOfIndex(name);
    if (table == null) {
      return false;
    }
    IndexDef index = table.index(name);
    if (index.constraint()) {
      throw Names.depends(
          "Index \"%s\" stands for a constraint of table \"%s\"; use ALTER TABLE … DROP CONSTRAINT."
              .formatted(name, table.name()));
    }
    TableDraft draft = new TableDraft(table);
    new ConstraintDrop(changes, table, draft).dropIndex(index, drop.cascade());
    changes.put(draft.toDef());
    return true;
  }

  private boolean dropView(String name) {
    ViewDef view = changes.catalog().view(name);
    if (view != null) {
      changes.remove(ObjectKind.VIEW, view.id());
    }
    return view != null;
  }

  private boolean dropSequence(String name) {
    SequenceDef sequence = changes.catalog().sequence(name);
    if (sequence == null) {
      return false;
    }
    if (TableDef.isRowIdSequence(sequence)) {
      throw Names.depends("Sequence \"%s\" gives the keys of a table.".formatted(name));
    }
    requireUnused(changes.catalog(), name);
    changes.remove(sequence);
    return true;
  }

  /** Takes all of one schema. */
  static void dropAllOf(String schema, Changes changes) {
    List<DropObject> all = new ArrayList<>();
    SqlCatalog catalog = changes.catalog();
    Predicate<String> within = name -> ObjectName.schema(name).equals(schema);
    all.add(all(DropObject.Kind.VIEW, catalog.views().stream().map(ViewDef::name), within));
    all.add(all(DropObject.Kind.TABLE, catalog.tables().stream().map(TableDef::name), within));
    all.add(
        all(DropObject.Kind.PROCEDURE, catalog.procedures().stream().map(p -> p.name()), within));
    all.forEach(drop -> new Removals(changes, drop).drop());
    // those of the tables have gone with them
    new Removals(
            changes,
            all(
                DropObject.Kind.SEQUENCE,
                changes.catalog().sequences().stream().map(SequenceDef::name),
                within))
        .drop();
  }

  private static DropObject all(
      DropObject.Kind kind, Stream<String> names, Predicate<String> within) {
    return new DropObject(kind, names.filter(within).toList(), false, true);
  }

  /** Refuses to touch a sequence that a column takes its values from. */
  static void requireUnused(SqlCatalog catalog, String sequence) {
    for (TableDef table : catalog.tables()) {
      for (ColumnDef column : table.columns()) {
        if (sequence.equals(column.sequence())) {
          throw Names.depends(
              "Sequence \"%s\" belongs to table \"%s\", and goes with it."
                  .formatted(sequence, table.name()));
        }
      }
    }
    requireNoDefault(catalog, sequence);
  }

  /** Refuses to touch a sequence that the text of a DEFAULT may name. */
  static void requireNoDefault(SqlCatalog catalog, String sequence) {
    for (TableDef table : catalog.tables()) {
      for (ColumnDef column : table.columns()) {
        String text = column.defaultSql();
        if (DefaultText.sequences(text).contains(sequence)) {
          throw Names.depends(
              "The DEFAULT of column \"%s\" of table \"%s\" uses sequence \"%s\"; drop it first."
                  .formatted(column.name(), table.name(), sequence));
        }
      }
    }
  }

  private boolean dropProcedure(String name) {
    ProcedureDef procedure = changes.catalog().procedure(name);
    if (procedure != null) {
      changes.remove(ObjectKind.PROCEDURE, procedure.id());
    }
    return procedure != null;
  }
}
