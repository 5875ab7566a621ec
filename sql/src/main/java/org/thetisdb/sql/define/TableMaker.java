package org.thetisdb.sql.define;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.schema.Column;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.core.schema.TableSchema;
import org.thetisdb.core.schema.TemporarySchema;
import org.thetisdb.procedures.Context;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.catalog.SequenceDef;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.ddl.ColumnSpec;
import org.thetisdb.sql.ddl.ConstraintSpec;
import org.thetisdb.sql.ddl.CreateIndex;
import org.thetisdb.sql.ddl.CreateTable;
import org.thetisdb.sql.ddl.IdentitySpec;

/** CREATE TABLE. For one definition. Not thread-safe. */
final class TableMaker {
  private static final String ROW_ID = "row_id";

  private final Changes changes;
  private final Expressions expressions;
  private final Context context;
  private final CreateTable wanted;

  TableMaker(Changes changes, Expressions expressions, Context context, CreateTable wanted) {
    this.changes = changes;
    this.expressions = expressions;
    this.context = context;
    this.wanted = wanted;
  }

  /** Makes it; returns its number. */
  int make() {
    Names.require(wanted.name());
    ConstraintSpec.PrimaryKey key = primaryKey();
    List<Integer> keyPlaces = places(key == null ? List.of() : key.columns());
    int[] storedAt = new int[wanted.columns().size()];
    List<Column> stored = stored(keyPlaces, storedAt);
    int keyColumns = Math.max(1, keyPlaces.size());
    int tableId = changes.nextTableId();
    TableSchema schema;
    if (TemporarySchema.holds(wanted.name())) {
      TemporaryStorage.Taken taken = new TemporaryStorage(changes).take(keyColumns, stored);
      Arrays.setAll(storedAt, place -> taken.places()[storedAt[place]]);
      tableId = taken.tableId();
      schema = taken.schema();
    } else {
      String name = Names.stored(wanted.name(), changes.catalog(), tableId);
      schema = new TableSchema(name, 1, keyColumns, stored);
      changes.putSchema(tableId, schema);
    }
    String keyName =
        key == null || key.name() == null ? ObjectName.simple(wanted.name()) + "_pkey" : key.name();
    TableDraft draft =
        new TableDraft(
            tableId, wanted.name(), schema, columns(keyPlaces, storedAt), keyPlaces, keyName);
    draft.onCommit = wanted.onCommit();
    if (keyPlaces.isEmpty()) {
      putRowIdSequence(tableId);
    }
    requireCalculable(draft);
    Constraints constraints = new Constraints(changes, expressions, draft, Constraints.Rows.NONE);
    wanted.constraints().forEach(constraints::add);
    wanted.indexes().forEach(index -> addIndex(index, constraints));
    changes.put(draft.toDef());
    return tableId;
  }

  private void addIndex(CreateIndex index, Constraints constraints) {
    String name = wanted.name() + "_" + IndexNames.of(index.parts()) + "_idx";
    constraints.addIndex(
        Names.free(name, constraints::isIndexTaken),
        index.parts(),
        index.unique(),
        index.whereSql());
  }

  private void requireCalculable(TableDraft draft) {
    for (int place = 0; place < draft.columns.size(); place++) {
      ColumnDef column = draft.columns.get(place);
      if (column.isCalculated()) {
        if (draft.primaryKey.contains(place)) {
          throw Names.invalid(
              "Column \"%s\" is calculated, and cannot be in the primary key."
                  .formatted(column.name()));
        }
        expressions.compile(draft.toDef(), column);
      }
    }
  }

  private ConstraintSpec.PrimaryKey primaryKey() {
    ConstraintSpec.PrimaryKey found = null;
    for (ConstraintSpec constraint : wanted.constraints()) {
      if (constraint instanceof ConstraintSpec.PrimaryKey key) {
        if (found != null) {
          throw Names.secondKey(wanted.name());
        }
        found = key;
      }
    }
    return found;
  }

  private List<Integer> places(List<String> names) {
    List<String> columns = wanted.columns().stream().map(ColumnSpec::name).toList();
    Set<Integer> places = new HashSet<>();
    for (String name : names) {
      if (!columns.contains(name)) {
        throw Names.unknownColumn(wanted.name(), name, columns);
      }
      if (!places.add(columns.indexOf(name))) {
        throw ThetisException.withMessage(
            ErrorCode.DUPLICATE_COLUMN, "Column \"" + name + "\" is twice in the primary key.");
      }
    }
    return names.stream().map(columns::indexOf).toList();
  }

  /** The key comes first in the stored table; without one there is a row id. */
  private List<Column> stored(List<Integer> key, int[] storedAt) {
    List<Column> stored = new ArrayList<>();
    if (key.isEmpty()) {
      stored.add(new Column(ROW_ID, ColumnType.LONG, false));
    }
    for (int place : key) {
      KeyTypes.require(wanted.columns().get(place).name(), wanted.columns().get(place).type());
      store(place, false, stored, storedAt);
    }
    for (int place = 0; place < storedAt.length; place++) {
      if (!key.contains(place)) {
        ColumnSpec column = wanted.columns().get(place);
        boolean nullable = !column.notNull() && column.identity() == null;
        store(place, nullable || column.generatedSql() != null, stored, storedAt);
      }
    }
    requireCount(stored.size());
    return stored;
  }

  private void store(int place, boolean nullable, List<Column> stored, int[] storedAt) {
    ColumnSpec column = wanted.columns().get(place);
    storedAt[place] = stored.size();
    String name = Names.storedColumn(column.name(), stored);
    stored.add(new Column(name, column.type().name().storage(), nullable));
  }

  private void requireCount(int stored) {
    if (wanted.columns().isEmpty()) {
      throw Names.invalid("Table \"" + wanted.name() + "\" has no columns.");
    }
    if (stored > TableSchema.MAX_COLUMNS) {
      throw Names.invalid("A table has at most " + TableSchema.MAX_COLUMNS + " columns.");
    }
  }

  private List<ColumnDef> columns(List<Integer> key, int[] storedAt) {
    List<ColumnDef> columns = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (int place = 0; place < storedAt.length; place++) {
      ColumnSpec column = wanted.columns().get(place);
      Names.require(column.name());
      if (!names.add(column.name())) {
        throw ThetisException.withMessage(
            ErrorCode.DUPLICATE_COLUMN,
            "Table \"%s\" has two columns named \"%s\".".formatted(wanted.name(), column.name()));
      }
      columns.add(column(column, storedAt[place], key.contains(place)));
    }
    return columns;
  }

  private ColumnDef column(ColumnSpec column, int storedAt, boolean inKey) {
    IdentitySpec identity = column.identity();
    String sequence = null;
    if (identity != null) {
      requireWhole(column);
      sequence = wanted.name() + "_" + column.name() + "_seq";
      sequence = putSequence(sequence, identity);
    }
    String defaultSql = column.defaultSql();
    if (defaultSql != null) {
      Names.requireSequences(changes.catalog(), defaultSql);
      defaultSql = expressions.keptDefault(column.type(), defaultSql, context);
    }
    if (column.generatedSql() != null && (identity != null || column.defaultSql() != null)) {
      throw Names.invalid(
          "Column \"%s\" is calculated, and has no DEFAULT or sequence.".formatted(column.name()));
    }
    boolean nullable = !column.notNull() && !inKey && identity == null;
    return new ColumnDef(
        column.name(),
        column.type(),
        storedAt,
        nullable,
        defaultSql,
        sequence,
        (identity != null && identity.always()) || column.generatedSql() != null,
        column.generatedSql(),
        null);
  }

  private static void requireWhole(ColumnSpec column) {
    ColumnType storage = column.type().name().storage();
    boolean whole = storage == ColumnType.INT || storage == ColumnType.LONG;
    if (!whole || column.defaultSql() != null) {
      throw Names.invalid(
          "Identity column \"" + column.name() + "\" must be a whole number without a DEFAULT.");
    }
  }

  /** An INSERT finds it by its name, so it can have no other. */
  private void putRowIdSequence(int tableId) {
    String name = TableDef.rowIdSequence(tableId);
    if (changes.catalog().sequence(name) != null) {
      throw Names.exists("a sequence", name);
    }
    putSequence(name, new IdentitySpec(true, 1, 1));
  }

  private String putSequence(String wantedName, IdentitySpec identity) {
    String name = Names.free(wantedName, taken -> changes.catalog().sequence(taken) != null);
    changes.put(
        new SequenceDef(
            name, changes.newId(), identity.start(), identity.increment(), wanted.name()));
    return name;
  }
}
