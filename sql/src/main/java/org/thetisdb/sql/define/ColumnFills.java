package org.thetisdb.sql.define;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.schema.Column;
import org.thetisdb.procedures.Context;
import org.thetisdb.sql.catalog.Backfill;
import org.thetisdb.sql.catalog.CheckDef;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.catalog.ForeignKeyDef;
import org.thetisdb.sql.catalog.IndexDef;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.ddl.AlterTable;
import org.thetisdb.sql.ddl.ColumnSpec;
import org.thetisdb.sql.ddl.ConstraintSpec;
import org.thetisdb.sql.define.step.Step;
import org.thetisdb.sql.type.SqlType;
import org.thetisdb.sql.type.SqlTypeName;

/**
 * What ALTER TABLE changes in all rows: columns of another type, and new columns whose values
 * differ from row to row. Writers keep the new columns from the definition on, a step fills those
 * of all other rows, and then the table becomes what it was to be, at one moment (decision 0063).
 *
 * <p>For one definition. Not thread-safe.
 */
final class ColumnFills {
  private final Changes changes;
  private final Expressions expressions;
  private final Context context;
  private final List<AlterTable.Action> actions = new ArrayList<>();
  private final Set<String> columns = new HashSet<>();

  private TableDef before;
  private TableDraft present;
  private TableDraft next;
  private List<ColumnDef> values;
  private Set<Integer> changed;

  ColumnFills(Changes changes, Expressions expressions, Context context) {
    this.changes = changes;
    this.expressions = expressions;
    this.context = context;
  }

  boolean isEmpty() {
    return actions.isEmpty();
  }

  /** Takes down what is to be done in rows. */
  void add(AlterTable.Action action) {
    actions.add(action);
    if (action instanceof AlterTable.AddColumn add && !columns.add(add.column().name())) {
      throw Names.exists("a column", add.column().name());
    }
    if (action instanceof AlterTable.SetType set) {
      columns.add(set.column());
    }
  }

  /** Whether a constraint speaks of a column that is to be filled. */
  boolean isOver(ConstraintSpec constraint) {
    return constraint instanceof ConstraintSpec.Unique unique
        && unique.columns().stream().anyMatch(columns::contains);
  }

  /** Has it done, when all else of the ALTER TABLE is. */
  void apply(TableDef table) {
    before = table;
    if (!changes.base().isDefined(table) && changes.base().tableById(table.tableId()) != null) {
      throw new ThetisException(
          ErrorCode.NOT_SUPPORTED,
          "Filling columns of table \"%s\", which a procedure jar brought".formatted(table.name()));
    }
    present = new TableDraft(table);
    next = new TableDraft(table);
    values = new ArrayList<>();
    changed = new HashSet<>();
    actions.forEach(this::apply);
    remakeIndexes();
    requireExpressions();
    List<Integer> filled = new ArrayList<>(table.filled());
    values.forEach(column -> filled.add(column.storedAt()));
    next.filled = List.copyOf(filled);
    present.making = new Backfill(values, next.toDef());
    changes.put(present.toDef());
    changes.add(new Step.FillColumns(table.tableId(), present.making.number()));
  }

  private void apply(AlterTable.Action action) {
    if (action instanceof AlterTable.SetType set) {
      setType(set);
    } else if (action instanceof AlterTable.AddColumn add) {
      addColumn(add.column());
      add.constraints().forEach(constraints()::add);
    } else {
      constraints().add(((AlterTable.AddConstraint) action).constraint());
    }
  }

  private Constraints constraints() {
    return new Constraints(changes, expressions, next, Constraints.Rows.FILLED);
  }

  /** A stored column for it, empty in all rows; returns its number. */
  private int store(String name, SqlType type) {
    Names.requireRoom(present.schema);
    String stored = Names.storedColumn(name, present.schema.columns());
    present.schema =
        present.schema.withColumn(new Column(stored, type.name().storage(), true), null);
    next.schema = present.schema;
    changes.putSchema(present.tableId, present.schema);
    return present.schema.columns().size() - 1;
  }

  private void addColumn(ColumnSpec column) {
    Names.require(column.name());
    if (column.identity() != null
        || (column.generatedSql() != null && column.defaultSql() != null)) {
      throw Names.invalid(
          "Column \"%s\" is calculated, and has no DEFAULT or sequence.".formatted(column.name()));
    }
    boolean calculated = column.generatedSql() != null;
    if (!calculated) {
      expressions.defaultValue(column.type(), column.defaultSql(), context);
    }
    ColumnDef added =
        new ColumnDef(
            column.name(),
            column.type(),
            store(column.name(), column.type()),
            !column.notNull(),
            column.defaultSql(),
            null,
            calculated,
            column.generatedSql(),
            null);
    if (calculated) {
      expressions.compile(before, added);
    }
    next.columns.add(added);
    values.add(added.withValueOf(calculated ? column.generatedSql() : column.defaultSql()));
  }

  private void setType(AlterTable.SetType set) {
    int place = next.require(set.column());
    ColumnDef column = next.columns.get(place);
    requireChangeable(set, place, column);
    requireDefault(set, column);
    if (!changed.add(place)) {
      throw Names.invalid("The type of column \"" + set.column() + "\" is changed twice.");
    }
    if (!present.schema.column(column.storedAt()).nullable()) {
      present.schema = present.schema.withNullable(column.storedAt());
    }
    ColumnDef after = column.withType(set.type()).withStoredAt(store(set.column(), set.type()));
    next.columns.set(place, after);
    values.add(after.withValueOf(set.usingSql() == null ? cast(set) : set.usingSql()));
  }

  /** What is too long for a text is an error, and not cut off as by a cast that somebody wrote. */
  private static String cast(AlterTable.SetType set) {
    SqlType type = set.type().name() == SqlTypeName.VARCHAR ? set.type().unbounded() : set.type();
    return "CAST(\"%s\" AS %s)".formatted(set.column().replace("\"", "\"\""), type);
  }

  private void requireChangeable(AlterTable.SetType set, int place, ColumnDef column) {
    if (set.usingSql() == null && !StoredTypes.isAutomatic(column.type(), set.type())) {
      throw new ThetisException(
          ErrorCode.SQL_TYPE_MISMATCH,
          "Column \"%s\" of type %s does not become %s by itself; say how, as in USING %s::%s."
              .formatted(set.column(), column.type(), set.type(), set.column(), set.type()));
    }
    if (next.primaryKey.contains(place)) {
      throw refused(set, "it is in the primary key, by which rows are placed");
    }
    if (column.isCalculated()) {
      throw refused(set, "it is calculated; drop it and add it anew");
    }
    if (column.sequence() != null && !isWhole(set.type())) {
      throw refused(set, "an identity column is a whole number");
    }
    requireNotCalculatedFrom(set, place, column);
    requireKeys(set, place);
  }

  private static boolean isWhole(SqlType type) {
    return StoredTypes.holdsAll(SqlType.of(SqlTypeName.INTEGER), type)
        || type.name() == SqlTypeName.BIGINT;
  }

  private static ThetisException refused(AlterTable.SetType set, String reason) {
    return new ThetisException(
        ErrorCode.NOT_SUPPORTED,
        "Changing the type of column \"%s\": %s. This".formatted(set.column(), reason));
  }

  /** A calculated column needs this one if it makes no sense without. */
  private void requireNotCalculatedFrom(AlterTable.SetType set, int place, ColumnDef column) {
    TableDraft without = new TableDraft(before);
    without.columns.set(place, column.withName("\u0000"));
    for (ColumnDef other : before.columns()) {
      if (other.isCalculated()) {
        try {
          expressions.compile(without.toDef(), other);
        } catch (ThetisException e) {
          throw refused(set, "column \"%s\" is calculated from it".formatted(other.name()))
              .causedBy(e);
        }
      }
    }
  }

  /** Keys stay the same where whole numbers become others. */
  private void requireKeys(AlterTable.SetType set, int place) {
    boolean same =
        set.isCast() && isWhole(before.columns().get(place).type()) && isWhole(set.type());
    for (ForeignKeyDef key : before.foreignKeys()) {
      if (key.columns().contains(place) && !same) {
        throw refused(set, "foreign key \"%s\" is of it; drop it first".formatted(key.name()));
      }
    }
    for (TableDef child : changes.catalog().children(before)) {
      for (ForeignKeyDef key : child.foreignKeys()) {
        if (key.parent().equals(before.name()) && key.parentColumns().contains(place)) {
          throw refused(
              set,
              "foreign key \"%s\" of table \"%s\" refers to it; drop it first"
                  .formatted(key.name(), child.name()));
        }
      }
    }
  }

  private void requireDefault(AlterTable.SetType set, ColumnDef column) {
    if (column.defaultSql() == null) {
      return;
    }
    try {
      expressions.defaultValue(set.type(), column.defaultSql(), context);
    } catch (ThetisException e) {
      throw new ThetisException(
              ErrorCode.SQL_TYPE_MISMATCH,
              "The DEFAULT of column \"%s\" is no %s; drop it first."
                  .formatted(set.column(), set.type()))
          .causedBy(e);
    }
  }

  private void remakeIndexes() {
    for (int i = 0; i < next.indexes.size(); i++) {
      IndexDef index = next.indexes.get(i);
      if (before.indexes().contains(index) && changed.stream().anyMatch(index::dependsOn)) {
        next.indexes.set(i, constraints().remade(index));
      }
    }
  }

  private void requireExpressions() {
    values.forEach(value -> expressions.filling(present.toDef(), value));
    for (CheckDef check : next.checks) {
      expressions.compile(next.toDef(), check);
    }
  }
}
