package org.thetisdb.sql.define;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.schema.Column;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.core.schema.TableSchema;
import org.thetisdb.core.schema.TemporarySchema;
import org.thetisdb.procedures.Context;
import org.thetisdb.sql.catalog.CheckDef;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.catalog.CommentDef;
import org.thetisdb.sql.catalog.ForeignKeyDef;
import org.thetisdb.sql.catalog.IndexDef;
import org.thetisdb.sql.catalog.SequenceDef;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.ddl.AlterTable.Action;
import org.thetisdb.sql.ddl.AlterTable.AddColumn;
import org.thetisdb.sql.ddl.AlterTable.AddConstraint;
import org.thetisdb.sql.ddl.AlterTable.AddIdentity;
import org.thetisdb.sql.ddl.AlterTable.DropColumn;
import org.thetisdb.sql.ddl.AlterTable.DropConstraint;
import org.thetisdb.sql.ddl.AlterTable.DropIdentity;
import org.thetisdb.sql.ddl.AlterTable.RenameColumn;
import org.thetisdb.sql.ddl.AlterTable.RenameConstraint;
import org.thetisdb.sql.ddl.AlterTable.RenameTable;
import org.thetisdb.sql.ddl.AlterTable.RestartIdentity;
import org.thetisdb.sql.ddl.AlterTable.SetDefault;
import org.thetisdb.sql.ddl.AlterTable.SetGenerated;
import org.thetisdb.sql.ddl.AlterTable.SetNullable;
import org.thetisdb.sql.ddl.AlterTable.SetSchema;
import org.thetisdb.sql.ddl.AlterTable.SetType;
import org.thetisdb.sql.ddl.AlterTable.UseIndex;
import org.thetisdb.sql.ddl.AlterTable.ValidateConstraint;
import org.thetisdb.sql.ddl.ColumnSpec;
import org.thetisdb.sql.ddl.ConstraintSpec;
import org.thetisdb.sql.define.step.Step;
import org.thetisdb.sql.parse.ddl.DefaultText;

/** One action of ALTER TABLE. For one action. Not thread-safe. */
final class TableAlterer {
  private final Changes changes;
  private final Expressions expressions;
  private final Context context;
  private final TableDef before;
  private final TableDraft table;
  private final ColumnFills fills;
  private final KeyAddition key;

  TableAlterer(
      Changes changes,
      Expressions expressions,
      Context context,
      TableDef before,
      ColumnFills fills,
      KeyAddition key) {
    this.changes = changes;
    this.expressions = expressions;
    this.context = context;
    this.before = before;
    this.table = new TableDraft(before);
    this.fills = fills;
    this.key = key;
  }

  /** For actions that change names and nothing else. */
  static TableAlterer ofNames(Changes changes, Expressions expressions, TableDef before) {
    ColumnFills none = new ColumnFills(changes, expressions, null);
    KeyAddition noKey = KeyAddition.none(changes, expressions);
    return new TableAlterer(changes, expressions, null, before, none, noKey);
  }

  /** Does it; returns the name that the table has then. */
  String apply(Action action) {
    if (action instanceof AddColumn add) {
      addColumn(add);
    } else if (action instanceof DropColumn drop) {
      dropColumn(drop);
    } else if (action instanceof RenameColumn rename) {
      renameColumn(rename);
    } else if (action instanceof RenameTable rename) {
      renameTable(rename.to());
    } else if (action instanceof RenameConstraint rename) {
      renameConstraint(rename);
    } else if (action instanceof SetSchema set) {
      setSchema(set.schema());
    } else if (action instanceof AddConstraint add) {
      addConstraint(add.constraint());
    } else if (action instanceof DropConstraint drop) {
      new ConstraintDrop(changes, before, table).drop(drop);
    } else if (action instanceof SetDefault set) {
      setDefault(set);
    } else if (action instanceof SetNullable set) {
      setNullable(set);
    } else if (action instanceof UseIndex use) {
      useIndex(use);
    } else if (action instanceof ValidateConstraint validate) {
      requireConstraint(validate.name());
    } else if (action instanceof RestartIdentity restart) {
      identities().restart(restart);
    } else if (action instanceof AddIdentity add) {
      identities().add(add);
    } else if (action instanceof SetGenerated set) {
      identities().set(set);
    } else if (action instanceof DropIdentity drop) {
      identities().drop(drop);
    } else {
      setType((SetType) action);
    }
    changes.put(table.toDef());
    return table.name;
  }

  /** All rows were looked at when it was added. */
  private void requireConstraint(String name) {
    if (!table.hasConstraint(name)) {
      throw Names.unknown("constraint", name);
    }
  }

  private void useIndex(UseIndex use) {
    IndexDef index = before.index(use.index());
    if (index == null) {
      throw Names.unknown("index", use.index());
    }
    if (index.constraint() || !index.unique() || !index.isPlain()) {
      throw Names.invalid(
          "Index \"%s\" is no unique index of columns of all rows, or is a constraint already."
              .formatted(use.index()));
    }
    String name = use.name() == null ? index.name() : ObjectName.beside(table.name, use.name());
    boolean taken = !name.equals(index.name()) && constraints().isIndexTaken(name);
    if (taken || (use.name() != null && table.hasConstraint(use.name()))) {
      throw Names.exists("a constraint or index", name);
    }
    table.indexes.set(before.indexes().indexOf(index), index.asConstraint(name));
  }

  private IdentityChanges identities() {
    return new IdentityChanges(changes, table);
  }

  private Constraints constraints() {
    return new Constraints(changes, expressions, table, Constraints.Rows.THERE);
  }

  private void addConstraint(ConstraintSpec constraint) {
    if (key.isWanted()) {
      key.add(constraint);
    } else if (fills.isOver(constraint)) {
      fills.add(new AddConstraint(constraint));
    } else {
      constraints().add(constraint);
    }
  }

  private void addColumn(AddColumn add) {
    ColumnSpec column = add.column();
    if (table.find(column.name()) >= 0) {
      if (!add.ifNotExists()) {
        throw Names.exists("a column", table.name + "." + column.name());
      }
      changes.notice("Column \"%s\" is there already.".formatted(column.name()));
      return;
    }
    Names.require(column.name());
    Names.requireRoom(table.schema);
    if (column.generatedSql() != null || expressions.isRandom(column.defaultSql())) {
      fills.add(add);
      return;
    }
    if (column.identity() != null) {
      throw new ThetisException(
          ErrorCode.NOT_SUPPORTED, "An identity column for a table that is there");
    }
    if (!DefaultText.sequences(column.defaultSql()).isEmpty()) {
      throw new ThetisException(
          ErrorCode.NOT_SUPPORTED,
          "A column whose DEFAULT is of a sequence for a table that is there (add it, then SET"
              + " DEFAULT)");
    }
    Object absent =
        column.defaultSql() == null
            ? null
            : expressions.defaultValue(column.type(), column.defaultSql(), context);
    if (column.notNull() && absent == null) {
      throw Names.invalid(
          "Column \"%s\" is NOT NULL and needs a DEFAULT for the rows that are there."
              .formatted(column.name()));
    }
    store(column, absent);
    add.constraints().forEach(this::addConstraint);
  }

  private void store(ColumnSpec column, Object absent) {
    String name = Names.storedColumn(column.name(), table.schema.columns());
    Column stored = new Column(name, column.type().name().storage(), !column.notNull());
    table.columns.add(
        new ColumnDef(
            column.name(),
            column.type(),
            table.schema.columns().size(),
            !column.notNull(),
            column.defaultSql(),
            null,
            false));
    store(table.schema.withColumn(stored, absent));
  }

  private void store(TableSchema next) {
    table.schema = next;
    changes.putSchema(table.tableId, next);
  }

  /** What is stored stays, and can be null from now on, since nobody gives it a value any more. */
  private void dropColumn(DropColumn drop) {
    int place = table.find(drop.column());
    if (place < 0 && drop.ifExists()) {
      changes.notice("There is no column \"%s\".".formatted(drop.column()));
      return;
    }
    place = table.require(drop.column());
    requireDroppable(place, drop.column());
    ConstraintDrop constraints = new ConstraintDrop(changes, before, table);
    constraints.dropAllWith(place, drop.cascade());
    ColumnDef dropped = table.columns.remove(place);
    shiftPlaces(place);
    shiftReferrers(place);
    requireCalculable(drop.column());
    dropChecksThatBroke();
    if (!table.schema.column(dropped.storedAt()).nullable()) {
      store(table.schema.withNullable(dropped.storedAt()));
    }
    if (dropped.sequence() != null) {
      changes.remove(changes.catalog().sequence(dropped.sequence()));
    }
  }

  private void requireDroppable(int place, String column) {
    if (table.primaryKey.contains(place)) {
      throw Names.depends(
          "Column \"%s\" is in the primary key of table \"%s\"; drop the table instead."
              .formatted(column, table.name));
    }
    if (table.columns.size() == 1) {
      throw Names.invalid("Table \"" + table.name + "\" has no other column.");
    }
  }

  private void shiftPlaces(int gone) {
    table.primaryKey = shifted(table.primaryKey, gone);
    table.indexes.replaceAll(index -> index.withPlaces(places -> shifted(places, gone)));
    table.foreignKeys.replaceAll(
        key ->
            key.withColumns(
                shifted(key.columns(), gone),
                key.parent().equals(table.name)
                    ? shifted(key.parentColumns(), gone)
                    : key.parentColumns()));
  }

  private void shiftReferrers(int gone) {
    for (TableDef child : changes.catalog().children(before)) {
      if (child.tableId() != table.tableId) {
        changeKeysTo(
            child, key -> key.withColumns(key.columns(), shifted(key.parentColumns(), gone)));
      }
    }
  }

  private void changeKeysTo(TableDef child, UnaryOperator<ForeignKeyDef> change) {
    TableDraft draft = new TableDraft(child);
    draft.foreignKeys.replaceAll(
        key -> key.parent().equals(before.name()) ? change.apply(key) : key);
    changes.put(draft.toDef());
  }

  private static List<Integer> shifted(List<Integer> places, int gone) {
    return places.stream().map(place -> place > gone ? place - 1 : place).toList();
  }

  /** A condition goes with a column that it names. */
  private void dropChecksThatBroke() {
    for (CheckDef check : List.copyOf(table.checks)) {
      if (!compiles(check)) {
        table.checks.remove(check);
        changes.notice("Constraint \"%s\" went with the column.".formatted(check.name()));
      }
    }
  }

  /** Refuses to take a column from those that are calculated from it. */
  private void requireCalculable(String changed) {
    for (ColumnDef column : table.columns) {
      if (column.isCalculated()) {
        try {
          expressions.compile(table.toDef(), column);
        } catch (ThetisException e) {
          throw Names.depends(
                  "Column \"%s\" is calculated from column \"%s\"; drop it first."
                      .formatted(column.name(), changed))
              .causedBy(e);
        }
      }
    }
  }

  private boolean compiles(CheckDef check) {
    try {
      expressions.compile(table.toDef(), check);
      return true;
    } catch (ThetisException e) {
      return false;
    }
  }

  private void renameColumn(RenameColumn rename) {
    Names.require(rename.to());
    int place = table.require(rename.from());
    if (table.find(rename.to()) >= 0) {
      throw Names.exists("a column", table.name + "." + rename.to());
    }
    for (IndexDef index : table.indexes) {
      boolean condition = index.isPartial() && index.where().columns().contains(place);
      boolean expression =
          index.expressions().stream().anyMatch(each -> each.columns().contains(place));
      if (condition || expression) {
        throw Names.depends(
            "The %s of index \"%s\" names column \"%s\"; drop the index first."
                .formatted(condition ? "condition" : "expression", index.name(), rename.from()));
      }
    }
    table.columns.set(place, table.columns.get(place).withName(rename.to()));
    requireCalculable(rename.from());
    for (CheckDef check : table.checks) {
      if (!compiles(check)) {
        throw Names.depends(
            "Constraint \"%s\" names column \"%s\"; drop it first."
                .formatted(check.name(), rename.from()));
      }
    }
  }

  private void renameTable(String to) {
    Names.require(to);
    if (changes.catalog().table(to) != null || changes.catalog().view(to) != null) {
      throw Names.exists("a table or view", to);
    }
    passSequences(to);
    for (TableDef child : changes.catalog().children(before)) {
      if (child.tableId() != table.tableId) {
        changeKeysTo(child, key -> key.withParent(to));
      }
    }
    table.foreignKeys.replaceAll(
        key -> key.parent().equals(before.name()) ? key.withParent(to) : key);
    table.name = to;
    store(table.schema.withName(Names.stored(to, changes.catalog(), table.tableId)));
  }

  /** Indexes and the sequences of its columns come along. */
  private void setSchema(String schema) {
    if (!changes.catalog().hasSchema(schema)) {
      throw new ThetisException(ErrorCode.UNKNOWN_SCHEMA, schema);
    }
    String to = ObjectName.of(schema, ObjectName.simple(table.name));
    if (TemporarySchema.isOne(schema) != TemporarySchema.holds(table.name)) {
      throw ThetisException.withMessage(
          ErrorCode.NOT_SUPPORTED, "Tables cannot be moved into or out of temporary schemas.");
    }
    if (to.equals(table.name)) {
      return;
    }
    for (int i = 0; i < table.indexes.size(); i++) {
      IndexDef index = table.indexes.get(i);
      String moved = ObjectName.of(schema, ObjectName.simple(index.name()));
      if (changes.catalog().tableOfIndex(moved) != null) {
        throw Names.exists("an index", moved);
      }
      table.indexes.set(i, index.withName(moved));
    }
    renameTable(to);
    for (SequenceDef sequence : new ArrayList<>(changes.catalog().sequences())) {
      if (to.equals(sequence.owner()) && !TableDef.isRowIdSequence(sequence)) {
        String moved = ObjectName.of(schema, ObjectName.simple(sequence.name()));
        table.columns.replaceAll(
            column ->
                sequence.name().equals(column.sequence()) ? column.withSequence(moved) : column);
        changes.put(table.toDef());
        NameChanges.rename(changes, sequence, moved);
      }
    }
  }

  private void renameConstraint(RenameConstraint rename) {
    String from = rename.from();
    String to = rename.to();
    Names.require(to);
    IndexDef index = before.index(ObjectName.beside(table.name, from));
    String movedIndex = ObjectName.beside(table.name, to);
    if (table.hasConstraint(to) || changes.catalog().tableOfIndex(movedIndex) != null) {
      throw Names.exists("a constraint or index", to);
    }
    if (index != null && index.constraint()) {
      table.indexes.set(before.indexes().indexOf(index), index.withName(movedIndex));
    } else if (from.equals(table.primaryKeyName) && !table.primaryKey.isEmpty()) {
      table.primaryKeyName = to;
    } else if (!renameRule(from, to)) {
      throw Names.unknown("constraint", from);
    }
    CommentChanges.follow(
        changes,
        new CommentDef.Key(CommentDef.Subject.CONSTRAINT, table.tableId, from),
        new CommentDef.Key(CommentDef.Subject.CONSTRAINT, table.tableId, to));
  }

  private boolean renameRule(String from, String to) {
    boolean known = table.hasConstraint(from);
    table.foreignKeys.replaceAll(key -> key.name().equals(from) ? key.withName(to) : key);
    table.checks.replaceAll(
        check -> check.name().equals(from) ? new CheckDef(to, check.conditionSql()) : check);
    return known && table.hasConstraint(to);
  }

  private void passSequences(String to) {
    for (SequenceDef sequence : new ArrayList<>(changes.catalog().sequences())) {
      if (table.name.equals(sequence.owner())) {
        changes.put(sequence.withOwner(to));
      }
    }
  }

  private void setDefault(SetDefault set) {
    int place = table.require(set.column());
    ColumnDef column = table.columns.get(place);
    if (column.isCalculated()) {
      throw Names.invalid("Column \"" + set.column() + "\" is calculated; it has no DEFAULT.");
    }
    if (column.sequence() != null) {
      throw Names.invalid("Identity column \"" + set.column() + "\" cannot have a DEFAULT.");
    }
    String kept = set.defaultSql();
    if (kept != null) {
      Names.requireSequences(changes.catalog(), kept);
      kept = expressions.keptDefault(column.type(), kept, context);
    }
    table.columns.set(place, column.withDefault(kept));
  }

  private void setNullable(SetNullable set) {
    int place = table.require(set.column());
    ColumnDef column = table.columns.get(place);
    if (set.nullable()) {
      requireNullable(place, column);
      if (!table.schema.column(column.storedAt()).nullable()) {
        store(table.schema.withNullable(column.storedAt()));
      }
    } else if (column.nullable()) {
      changes.add(new Step.CheckNotNull(table.tableId, set.column()));
    }
    table.columns.set(place, column.withNullable(set.nullable()));
  }

  private void requireNullable(int place, ColumnDef column) {
    if (table.primaryKey.contains(place) || column.sequence() != null) {
      throw Names.invalid(
          "Column \"%s\" is in the primary key or generated, and cannot be null."
              .formatted(column.name()));
    }
  }

  /** Where every value of the old type is one of the new type, rows stay as they are. */
  private void setType(SetType set) {
    int place = table.require(set.column());
    ColumnDef column = table.columns.get(place);
    if (!set.isCast() || !StoredTypes.areAlike(set.type(), column.type())) {
      fills.add(set);
      return;
    }
    if (!StoredTypes.holdsAll(set.type(), column.type())) {
      changes.add(new Step.CheckType(table.tableId, set.column(), column.type()));
    }
    table.columns.set(place, column.withType(set.type()));
  }
}
