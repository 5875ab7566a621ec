package org.thetisdb.sql.define;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.schema.Column;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.core.schema.TableSchema;
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
import org.thetisdb.sql.ddl.AlterTable.DropColumn;
import org.thetisdb.sql.ddl.AlterTable.DropConstraint;
import org.thetisdb.sql.ddl.AlterTable.RenameColumn;
import org.thetisdb.sql.ddl.AlterTable.RenameConstraint;
import org.thetisdb.sql.ddl.AlterTable.RenameTable;
import org.thetisdb.sql.ddl.AlterTable.RestartIdentity;
import org.thetisdb.sql.ddl.AlterTable.SetDefault;
import org.thetisdb.sql.ddl.AlterTable.SetNullable;
import org.thetisdb.sql.ddl.AlterTable.SetSchema;
import org.thetisdb.sql.ddl.AlterTable.SetType;
import org.thetisdb.sql.ddl.ColumnSpec;
import org.thetisdb.sql.parse.DefaultText;
import org.thetisdb.sql.type.SqlType;
import org.thetisdb.sql.type.SqlTypeName;

/** One action of ALTER TABLE. For one action. Not thread-safe. */
final class TableAlterer {
  /** Types whose values are stored as those of wider ones are. */
  private static final Set<SqlTypeName> NARROWED =
      EnumSet.of(
          SqlTypeName.TINYINT,
          SqlTypeName.SMALLINT,
          SqlTypeName.INTEGER,
          SqlTypeName.VARCHAR,
          SqlTypeName.VARBINARY);

  private final Changes changes;
  private final Expressions expressions;
  private final Context context;
  private final TableDef before;
  private final TableDraft table;

  TableAlterer(Changes changes, Expressions expressions, Context context, TableDef before) {
    this.changes = changes;
    this.expressions = expressions;
    this.context = context;
    this.before = before;
    this.table = new TableDraft(before);
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
      constraints().add(add.constraint());
    } else if (action instanceof DropConstraint drop) {
      new ConstraintDrop(changes, before, table).drop(drop);
    } else if (action instanceof SetDefault set) {
      setDefault(set);
    } else if (action instanceof SetNullable set) {
      setNullable(set);
    } else if (action instanceof RestartIdentity restart) {
      restart(restart);
    } else {
      setType((SetType) action);
    }
    changes.put(table.toDef());
    return table.name;
  }

  private void restart(RestartIdentity restart) {
    ColumnDef column = table.columns.get(table.require(restart.column()));
    if (column.sequence() == null) {
      throw Names.invalid("Column \"%s\" is not an identity column.".formatted(restart.column()));
    }
    SequenceDef sequence = changes.catalog().sequence(column.sequence());
    new SequenceChanges(changes).restart(sequence, restart.value());
  }

  private Constraints constraints() {
    return new Constraints(changes, expressions, table, false);
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
    if (column.generatedSql() != null) {
      throw new ThetisException(
          ErrorCode.NOT_SUPPORTED, "A calculated column for a table that is there");
    }
    if (column.identity() != null) {
      throw new ThetisException(
          ErrorCode.NOT_SUPPORTED, "An identity column for a table that is there");
    }
    if (!DefaultText.sequences(column.defaultSql()).isEmpty()) {
      throw new ThetisException(
          ErrorCode.NOT_SUPPORTED,
          "A column whose DEFAULT is of a sequence for a table that is there (add it, then SET DEFAULT)");
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
    add.constraints().forEach(constraints()::add);
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
    if (set.defaultSql() != null) {
      Names.requireSequences(changes.catalog(), set.defaultSql());
      expressions.defaultValue(column.type(), set.defaultSql(), context);
    }
    table.columns.set(place, column.withDefault(set.defaultSql()));
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

  /** Rows stay as they are, so every value of the old type must be one of the new type. */
  private void setType(SetType set) {
    int place = table.require(set.column());
    ColumnDef column = table.columns.get(place);
    boolean cast = set.usingSql() == null;
    if (cast && isNarrower(set.type(), column.type())) {
      changes.add(new Step.CheckType(table.tableId, set.column(), column.type()));
    } else if (!cast || !holdsAll(set.type(), column.type())) {
      throw new ThetisException(
          ErrorCode.NOT_SUPPORTED,
          "Changing column \"%s\" from %s to %s".formatted(set.column(), column.type(), set.type())
              + (cast ? "" : " USING " + set.usingSql()));
    }
    table.columns.set(place, column.withType(set.type()));
  }

  /** Whether values are stored in the same way, and only some of them are of the new type. */
  private static boolean isNarrower(SqlType narrow, SqlType wide) {
    boolean decimal =
        narrow.name() == SqlTypeName.DECIMAL
            && wide.precision() > 0
            && narrow.scale() == wide.scale();
    return (decimal || NARROWED.contains(narrow.name()))
        && !holdsAll(narrow, wide)
        && holdsAll(wide, narrow);
  }

  private static boolean holdsAll(SqlType wide, SqlType narrow) {
    if (wide.name().storage() != narrow.name().storage()) {
      return false;
    }
    return switch (wide.name()) {
      case BOOLEAN, UUID, DATE, TIME, TIMESTAMP, TIMESTAMPTZ, REAL, JSONB ->
          wide.name() == narrow.name();
      case TINYINT, SMALLINT, INTEGER, BIGINT ->
          narrow.name().code() <= wide.name().code() && isWhole(narrow);
      case DOUBLE -> true;
      case DECIMAL ->
          wide.precision() == 0
              || (narrow.precision() > 0
                  && wide.scale() == narrow.scale()
                  && wide.precision() >= narrow.precision());
      case CHAR, BINARY, ARRAY -> wide.equals(narrow);
      case INTERVAL ->
          narrow.name() == SqlTypeName.INTERVAL
              && (wide.precision() == 0 || wide.precision() == narrow.precision());
      case VARCHAR ->
          narrow.name() != SqlTypeName.JSONB
              && narrow.name() != SqlTypeName.INTERVAL
              && isAsLong(wide, narrow);
      case VARBINARY -> narrow.name() != SqlTypeName.ARRAY && isAsLong(wide, narrow);
    };
  }

  private static boolean isWhole(SqlType type) {
    return switch (type.name()) {
      case TINYINT, SMALLINT, INTEGER, BIGINT -> true;
      case BOOLEAN,
          REAL,
          DOUBLE,
          DECIMAL,
          CHAR,
          VARCHAR,
          BINARY,
          VARBINARY,
          DATE,
          TIME,
          TIMESTAMP,
          TIMESTAMPTZ,
          UUID,
          JSONB,
          INTERVAL,
          ARRAY ->
          false;
    };
  }

  private static boolean isAsLong(SqlType wide, SqlType narrow) {
    return wide.precision() == 0
        || (narrow.precision() > 0 && wide.precision() >= narrow.precision());
  }
}
