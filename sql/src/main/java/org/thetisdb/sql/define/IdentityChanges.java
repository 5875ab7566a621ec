package org.thetisdb.sql.define;

import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.catalog.SequenceDef;
import org.thetisdb.sql.ddl.AlterTable.AddIdentity;
import org.thetisdb.sql.ddl.AlterTable.DropIdentity;
import org.thetisdb.sql.ddl.AlterTable.RestartIdentity;
import org.thetisdb.sql.ddl.AlterTable.SetGenerated;

/** Sequences that columns of a table have, or have no more. For one definition; not thread-safe. */
final class IdentityChanges {
  private final Changes changes;
  private final TableDraft table;

  IdentityChanges(Changes changes, TableDraft table) {
    this.changes = changes;
    this.table = table;
  }

  /** The rows that are there keep their values; the sequence begins where it is told to. */
  void add(AddIdentity add) {
    int place = table.require(add.column());
    ColumnDef column = table.columns.get(place);
    ColumnType storage = column.type().name().storage();
    boolean whole = storage == ColumnType.INT || storage == ColumnType.LONG;
    if (!whole || column.isCalculated() || column.defaultSql() != null || column.nullable()) {
      throw Names.invalid(
          "Identity column \"%s\" must be a whole number, NOT NULL and without a DEFAULT."
              .formatted(add.column()));
    }
    if (column.sequence() != null) {
      throw Names.invalid("Column \"%s\" is an identity column already.".formatted(add.column()));
    }
    String wanted = table.name + "_" + add.column() + "_seq";
    String name = add.sequence() == null ? free(wanted) : add.sequence();
    Names.require(name);
    if (changes.catalog().sequence(name) != null) {
      throw Names.exists("a sequence", name);
    }
    changes.put(
        new SequenceDef(
            name, changes.newId(), add.identity().start(), add.identity().increment(), table.name));
    table.columns.set(place, column.withSequence(name, add.identity().always()));
  }

  private String free(String wanted) {
    return Names.free(wanted, taken -> changes.catalog().sequence(taken) != null);
  }

  void set(SetGenerated set) {
    int place = table.require(set.column());
    ColumnDef column = requireIdentity(set.column());
    table.columns.set(place, column.withSequence(column.sequence(), set.always()));
  }

  void drop(DropIdentity drop) {
    int place = table.require(drop.column());
    ColumnDef column = table.columns.get(place);
    if (column.sequence() == null && drop.ifExists()) {
      changes.notice("Column \"%s\" is not an identity column.".formatted(drop.column()));
      return;
    }
    changes.remove(changes.catalog().sequence(requireIdentity(drop.column()).sequence()));
    table.columns.set(place, column.withSequence(null, false));
  }

  void restart(RestartIdentity restart) {
    SequenceDef sequence = changes.catalog().sequence(requireIdentity(restart.column()).sequence());
    new SequenceChanges(changes).restart(sequence, restart.value());
  }

  private ColumnDef requireIdentity(String name) {
    ColumnDef column = table.columns.get(table.require(name));
    if (column.sequence() == null) {
      throw Names.invalid("Column \"%s\" is not an identity column.".formatted(name));
    }
    return column;
  }
}
