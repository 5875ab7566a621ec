package org.thetisdb.sql.define;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.thetisdb.core.schema.Column;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.core.schema.TableSchema;
import org.thetisdb.sql.catalog.Backfill;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.catalog.IndexDef;
import org.thetisdb.sql.catalog.ObjectKind;
import org.thetisdb.sql.catalog.SequenceDef;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.ddl.AlterTable;
import org.thetisdb.sql.ddl.ConstraintSpec;
import org.thetisdb.sql.define.step.Step;

/**
 * ALTER TABLE … ADD PRIMARY KEY of a table whose rows lie by a hidden row id. Rows lie where their
 * key says, so a step copies them into another stored table, which the table is then. Nobody writes
 * the table meanwhile, as in PostgreSQL; a reader of it is not disturbed.
 *
 * <p>For one definition. Not thread-safe.
 */
final class KeyAddition {
  private final Changes changes;
  private final Expressions expressions;
  private final String table;
  private final boolean isWanted;
  private final List<ConstraintSpec> others = new ArrayList<>();
  private ConstraintSpec.PrimaryKey key;

  /** What is there to be done for these actions. */
  KeyAddition(
      Changes changes, Expressions expressions, String table, List<AlterTable.Action> actions) {
    this.changes = changes;
    this.expressions = expressions;
    this.table = table;
    this.isWanted =
        actions.stream()
            .flatMap(KeyAddition::constraints)
            .anyMatch(each -> each instanceof ConstraintSpec.PrimaryKey);
  }

  /** For actions among which no primary key can be. */
  static KeyAddition none(Changes changes, Expressions expressions) {
    return new KeyAddition(changes, expressions, "", List.of());
  }

  private static Stream<ConstraintSpec> constraints(AlterTable.Action action) {
    if (action instanceof AlterTable.AddColumn add) {
      return add.constraints().stream();
    }
    return action instanceof AlterTable.AddConstraint add
        ? Stream.of(add.constraint())
        : Stream.of();
  }

  boolean isWanted() {
    return isWanted;
  }

  /** Takes down a constraint, which holds for the table as it will be. */
  void add(ConstraintSpec constraint) {
    if (!(constraint instanceof ConstraintSpec.PrimaryKey primary)) {
      others.add(constraint);
    } else if (key != null) {
      throw Names.secondKey(table);
    } else {
      key = primary;
    }
  }

  /** Has it done, when all else of the ALTER TABLE is. */
  void apply(TableDef now) {
    if (key == null) {
      return; // its column is there already
    }
    if (!now.hasHiddenKey()) {
      throw Names.secondKey(now.name());
    }
    TableDraft next = next(now);
    Constraints constraints = new Constraints(changes, expressions, next, Constraints.Rows.FILLED);
    now.indexes().stream()
        .filter(index -> !isIndexOfKey(now, index))
        .forEach(index -> next.indexes.add(constraints.remade(index)));
    others.forEach(constraints::add);
    Backfill making = new Backfill(true, added(now), next.toDef());
    changes.put(now.withMaking(making));
    changes.add(new Step.FillColumns(now.tableId(), making.number()));
  }

  /** Columns that the same ALTER TABLE adds: they go again if rows do not allow the key. */
  private List<ColumnDef> added(TableDef now) {
    TableDef before = changes.base().tableById(now.tableId());
    return now.columns().stream()
        .filter(column -> before != null && before.find(column.name()) < 0)
        .toList();
  }

  /** Rows do not allow it: the table is what it was. */
  static void giveUp(Changes changes, TableDef table) {
    TableDraft before = new TableDraft(table);
    before.columns.removeAll(table.making().values());
    changes.put(before.toDef());
  }

  private TableDraft next(TableDef now) {
    TableDraft before = new TableDraft(now);
    List<Integer> places = places(before);
    int[] storedAt = new int[now.columns().size()];
    List<Column> stored = stored(now, places, storedAt);
    int tableId = changes.nextTableId();
    TableSchema schema;
    if (now.isTemporary()) {
      TemporaryStorage.Taken taken = new TemporaryStorage(changes).take(places.size(), stored);
      Arrays.setAll(storedAt, place -> taken.places()[storedAt[place]]);
      tableId = taken.tableId();
      schema = taken.schema();
    } else {
      String name = Names.stored(now.name(), changes.catalog(), tableId);
      schema = new TableSchema(name, 1, places.size(), stored);
      changes.putSchema(tableId, schema);
    }
    TableDraft next =
        new TableDraft(
            tableId, now.name(), schema, columns(now, places, storedAt), places, name(before));
    next.foreignKeys.addAll(now.foreignKeys());
    next.checks.addAll(now.checks());
    next.comment = now.comment();
    next.onCommit = now.onCommit();
    next.filled = Truncation.ALL_ROWS_ARE_LATER;
    return next;
  }

  private IndexDef indexOfKey(TableDef table) {
    if (key.index() == null) {
      return null;
    }
    IndexDef index = table.index(key.index());
    if (index == null) {
      throw Names.unknown("index", key.index());
    }
    if (!index.unique() || !index.isPlain()) {
      throw Names.invalid(
          "Index \"%s\" is no unique index of columns of all rows.".formatted(index.name()));
    }
    return index;
  }

  private boolean isIndexOfKey(TableDef table, IndexDef index) {
    return index.equals(indexOfKey(table));
  }

  private List<Integer> places(TableDraft table) {
    IndexDef index = indexOfKey(table.toDef());
    List<Integer> places = index == null ? table.places(key.columns()) : index.columns();
    for (int place : places) {
      ColumnDef column = table.columns.get(place);
      KeyTypes.require(column.name(), column.type());
      if (column.isCalculated()) {
        throw Names.invalid(
            "Column \"%s\" is calculated, and cannot be in the primary key."
                .formatted(column.name()));
      }
    }
    return places;
  }

  private String name(TableDraft table) {
    String index = key.index() == null ? null : ObjectName.simple(key.index());
    String wanted = key.name() == null ? index : key.name();
    if (wanted == null) {
      return Names.free(ObjectName.simple(table.name) + "_pkey", name -> isTaken(table, name));
    }
    Names.require(wanted);
    if (!wanted.equals(index) && isTaken(table, wanted)) {
      throw Names.exists("a constraint or index", wanted);
    }
    return wanted;
  }

  /** The name of a key that nobody declared is free. */
  private boolean isTaken(TableDraft table, String name) {
    boolean constraint = table.hasConstraint(name) && !name.equals(table.primaryKeyName);
    String index = ObjectName.beside(table.name, name);
    return constraint || changes.catalog().tableOfIndex(index) != null;
  }

  /** The key comes first; the hidden row id of before comes last, so that a copy is known. */
  private static List<Column> stored(TableDef table, List<Integer> key, int[] storedAt) {
    List<Column> stored = new ArrayList<>();
    for (int place : key) {
      store(table.columns().get(place), false, stored);
      storedAt[place] = stored.size() - 1;
    }
    for (int place = 0; place < storedAt.length; place++) {
      ColumnDef column = table.columns().get(place);
      if (!key.contains(place)) {
        store(column, column.nullable() || column.isCalculated(), stored);
        storedAt[place] = stored.size() - 1;
      }
    }
    stored.add(new Column(Names.storedColumn("row_id", stored), ColumnType.LONG, true));
    if (stored.size() > TableSchema.MAX_COLUMNS) {
      throw Names.invalid("A table has at most " + TableSchema.MAX_COLUMNS + " columns.");
    }
    return stored;
  }

  private static void store(ColumnDef column, boolean nullable, List<Column> stored) {
    String name = Names.storedColumn(column.name(), stored);
    stored.add(new Column(name, column.type().name().storage(), nullable));
  }

  private static List<ColumnDef> columns(TableDef table, List<Integer> key, int[] storedAt) {
    List<ColumnDef> columns = new ArrayList<>();
    for (int place = 0; place < storedAt.length; place++) {
      ColumnDef column = table.columns().get(place).withStoredAt(storedAt[place]);
      columns.add(key.contains(place) ? column.withNullable(false) : column);
    }
    return columns;
  }

  /** All rows are copied: the table is what it was becoming, and what it lay in is dropped. */
  static void complete(Changes changes, TableDef table) {
    TableDef next = table.making().completed(table);
    Map<Integer, Integer> numbers = new HashMap<>();
    numbers.put(table.tableId(), next.tableId());
    for (IndexDef index : table.indexes()) {
      IndexDef renewed = next.index(index.name());
      if (renewed != null) {
        numbers.put(index.tableId(), renewed.tableId());
      }
    }
    changes.remove(ObjectKind.TABLE, table.tableId());
    table.indexes().forEach(index -> changes.retire(index.tableId(), table));
    changes.retire(table.tableId(), table);
    if (!table.isTemporary()) {
      TableSchema schema = changes.catalog().registry().byId(next.tableId()).schema();
      String name = Names.stored(next.name(), changes.catalog(), next.tableId());
      changes.putSchema(next.tableId(), schema.withName(name));
    }
    changes.put(next);
    SequenceDef rowIds = changes.catalog().sequence(TableDef.rowIdSequence(table.tableId()));
    if (rowIds != null) {
      changes.remove(rowIds);
    }
    Truncation.commentsFollow(changes, table, numbers);
  }
}
