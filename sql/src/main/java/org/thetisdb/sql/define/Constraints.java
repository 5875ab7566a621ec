package org.thetisdb.sql.define;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.core.schema.TableSchema;
import org.thetisdb.core.schema.TemporarySchema;
import org.thetisdb.sql.catalog.CheckDef;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.catalog.ForeignKeyDef;
import org.thetisdb.sql.catalog.IndexDef;
import org.thetisdb.sql.catalog.IndexExpression;
import org.thetisdb.sql.catalog.IndexPredicate;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.ddl.ConstraintSpec;
import org.thetisdb.sql.ddl.IndexPart;
import org.thetisdb.sql.define.step.Step;
import org.thetisdb.sql.integrity.IndexKeys;
import org.thetisdb.sql.parse.token.Token;
import org.thetisdb.sql.parse.token.Tokenizer;
import org.thetisdb.sql.type.SqlType;

/**
 * Adds constraints and indexes to a table. On a new table they are in force at once; on one that is
 * there steps follow, or the one that fills what the table is becoming looks after them. For one
 * definition. Not thread-safe.
 */
final class Constraints {
  /** What rows the table has. */
  enum Rows {
    /** None: the table is new. */
    NONE,
    /** Those that are there, each of which is looked at by a step. */
    THERE,
    /** Those that are there, and are being filled: the step for that looks at each. */
    FILLED
  }

  private final Changes changes;
  private final Expressions expressions;
  private final TableDraft table;
  private final Rows rows;

  Constraints(Changes changes, Expressions expressions, TableDraft table, Rows rows) {
    this.changes = changes;
    this.expressions = expressions;
    this.table = table;
    this.rows = rows;
  }

  void add(ConstraintSpec constraint) {
    if (constraint instanceof ConstraintSpec.Unique unique) {
      addUnique(unique);
    } else if (constraint instanceof ConstraintSpec.Check check) {
      addCheck(check);
    } else if (constraint instanceof ConstraintSpec.ForeignKey key) {
      addForeignKey(key);
    }
  }

  private void addUnique(ConstraintSpec.Unique unique) {
    String name =
        unique.name() != null
            ? requireFree(unique.name())
            : freeName(simple() + "_" + String.join("_", unique.columns()) + "_key");
    addIndex(beside(name), parts(unique.columns()), true, true, null);
  }

  private static List<IndexPart> parts(List<String> columns) {
    return columns.stream().map(IndexPart::column).toList();
  }

  /** Adds an index and the table of its entries; {@code whereSql} is null for all rows. */
  void addIndex(String name, List<IndexPart> parts, boolean unique, String whereSql) {
    addIndex(name, parts, unique, false, whereSql);
  }

  private void addIndex(
      String name, List<IndexPart> parts, boolean unique, boolean constraint, String whereSql) {
    Names.require(name);
    List<IndexExpression> indexed = new ArrayList<>();
    List<Integer> places = places(parts, indexed);
    IndexPredicate where = whereSql == null ? null : expressions.predicate(table.toDef(), whereSql);
    IndexDef.State state = rows == Rows.NONE ? IndexDef.State.READY : IndexDef.State.WRITTEN;
    IndexDef index =
        withEntries(
            new IndexDef(name, 0, places, unique, constraint, state, where, List.copyOf(indexed)));
    table.indexes.add(index);
    if (rows == Rows.THERE) {
      changes.add(new Step.FillIndex(table.tableId, name));
    }
  }

  /** The index with a stored table for its entries. */
  private IndexDef withEntries(IndexDef index) {
    TableDef definition = table.toDef();
    List<ColumnType> types = new ArrayList<>();
    for (int place : index.columns()) {
      SqlType type = definition.keyType(index, place);
      KeyTypes.require(definition.keyName(index, place), type);
      types.add(type.name().storage());
    }
    int tableId = changes.nextTableId();
    String stored = Names.stored(index.name(), changes.catalog(), tableId);
    TableSchema entries = IndexKeys.schemaOf(stored, table.schema, types);
    if (TemporarySchema.holds(table.name)) {
      return index.withTable(
          new TemporaryStorage(changes).take(entries.keyColumns(), entries.columns()).tableId());
    }
    changes.putSchema(tableId, entries);
    return index.withTable(tableId);
  }

  /** The same index over the columns as they are now, with new entries. */
  IndexDef remade(IndexDef index) {
    TableDef definition = table.toDef();
    List<IndexExpression> indexed =
        index.expressions().stream()
            .map(each -> expressions.expression(definition, each.expressionSql()))
            .toList();
    IndexPredicate where =
        index.where() == null
            ? null
            : expressions.predicate(definition, index.where().conditionSql());
    return withEntries(
        new IndexDef(
            index.name(),
            0,
            index.columns(),
            index.unique(),
            index.constraint(),
            IndexDef.State.WRITTEN,
            where,
            indexed));
  }

  /** The places of columns and expressions; the latter are added to {@code indexed}. */
  private List<Integer> places(List<IndexPart> parts, List<IndexExpression> indexed) {
    table.places(parts.stream().filter(part -> !part.isExpression()).map(IndexPart::text).toList());
    List<Integer> places = new ArrayList<>();
    for (IndexPart part : parts) {
      if (part.isExpression()) {
        places.add(IndexDef.placeOfExpression(indexed.size()));
        indexed.add(expressions.expression(table.toDef(), part.text()));
      } else {
        places.add(table.require(part.text()));
      }
    }
    return List.copyOf(places);
  }

  /** Whether an index of this name is there, in the catalog or in the making. */
  boolean isIndexTaken(String name) {
    return changes.catalog().tableOfIndex(name) != null
        || table.indexes.stream().anyMatch(index -> index.name().equals(name));
  }

  /** Constraints have names of their own in each table, indexes in each schema. */
  private boolean isTaken(String name) {
    return table.hasConstraint(name) || isIndexTaken(beside(name));
  }

  private String simple() {
    return ObjectName.simple(table.name);
  }

  private String beside(String name) {
    return ObjectName.beside(table.name, name);
  }

  /** Many names may be tried: those of the table are gathered once. */
  private String freeName(String wanted) {
    Set<String> there = table.constraintNames();
    return Names.free(wanted, name -> there.contains(name) || isIndexTaken(beside(name)));
  }

  private String requireFree(String name) {
    Names.require(name);
    if (isTaken(name)) {
      throw Names.exists("a constraint or index", name);
    }
    return name;
  }

  private void addCheck(ConstraintSpec.Check check) {
    String name =
        check.name() != null
            ? requireFree(check.name())
            : freeName(simple() + onlyColumn(check.conditionSql()) + "_check");
    CheckDef definition = new CheckDef(name, check.conditionSql());
    expressions.compile(table.toDef(), definition);
    table.checks.add(definition);
    checkRows(name);
  }

  /** As in PostgreSQL a condition on one column alone is called by it, too. */
  private String onlyColumn(String condition) {
    Set<String> named = new TreeSet<>();
    List<Token> tokens = Tokenizer.tokens(condition);
    for (int i = 0; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      boolean name = token.kind() == Token.Kind.WORD || token.kind() == Token.Kind.QUOTED;
      boolean function = i + 1 < tokens.size() && tokens.get(i + 1).isSymbol("(");
      if (name && !function && table.find(token.name()) >= 0) {
        named.add(token.name());
      }
    }
    return named.size() == 1 ? "_" + named.iterator().next() : "";
  }

  private void checkRows(String constraint) {
    if (rows == Rows.THERE) {
      changes.add(new Step.CheckRows(table.tableId, constraint));
    }
  }

  private void addForeignKey(ConstraintSpec.ForeignKey key) {
    if (rows == Rows.FILLED) {
      throw new ThetisException(
          ErrorCode.NOT_SUPPORTED,
          "A foreign key beside a column or a primary key that is just being filled (add it by a"
              + " statement of its own)");
    }
    String name =
        key.name() != null
            ? requireFree(key.name())
            : freeName(simple() + "_" + String.join("_", key.columns()) + "_fkey");
    List<Integer> columns = table.places(key.columns());
    TableDraft parent = parentOf(key);
    requireSameLife(name, parent);
    List<Integer> referred =
        key.parentColumns().isEmpty() ? parent.primaryKey : parent.places(key.parentColumns());
    requireReferable(name, parent, referred, columns);
    requireNullable(name, key, columns);
    addChildIndex(name, key.columns(), columns);
    table.foreignKeys.add(
        new ForeignKeyDef(
            name,
            columns,
            key.parent(),
            referred,
            key.onDelete(),
            key.onUpdate(),
            true,
            key.timing()));
    checkRows(name);
  }

  private TableDraft parentOf(ConstraintSpec.ForeignKey key) {
    return key.parent().equals(table.name)
        ? table
        : new TableDraft(changes.catalog().requireTable(key.parent()));
  }

  /** A row must not refer to one that goes with a connection, nor keep others from going. */
  private void requireSameLife(String name, TableDraft parent) {
    boolean temporary = TemporarySchema.holds(table.name);
    if (temporary != TemporarySchema.holds(parent.name)) {
      throw new ThetisException(
          ErrorCode.INVALID_TABLE_DEFINITION,
          "Foreign key \"%s\": a %s table can only refer to %s tables."
              .formatted(
                  name,
                  temporary ? "temporary" : "permanent",
                  temporary ? "temporary" : "permanent"));
    }
  }

  private void requireReferable(
      String name, TableDraft parent, List<Integer> referred, List<Integer> columns) {
    if (referred.isEmpty() || referred.size() != columns.size()) {
      throw Names.invalid(
          "Foreign key \"%s\" has %d columns, and refers to %d of table \"%s\"."
              .formatted(name, columns.size(), referred.size(), parent.name));
    }
    boolean key = new HashSet<>(parent.primaryKey).equals(new HashSet<>(referred));
    boolean unique =
        parent.indexes.stream()
            .anyMatch(index -> isComplete(index) && index.columns().equals(referred));
    if (!key && !unique) {
      throw Names.invalid(
          "Foreign key \"%s\" refers to columns of table \"%s\" that are neither its primary key nor unique."
              .formatted(name, parent.name));
    }
    for (int i = 0; i < columns.size(); i++) {
      requireSameType(name, parent, referred.get(i), columns.get(i));
    }
  }

  private static boolean isComplete(IndexDef index) {
    return index.unique() && index.isPlain() && index.state() == IndexDef.State.READY;
  }

  private void requireSameType(String name, TableDraft parent, int referred, int column) {
    ColumnType theirs = parent.columns.get(referred).type().name().storage();
    ColumnType ours = table.columns.get(column).type().name().storage();
    if (theirs != ours && !(isWhole(theirs) && isWhole(ours))) {
      throw new ThetisException(
          ErrorCode.SQL_TYPE_MISMATCH,
          "Foreign key \"%s\": column \"%s\" is %s, but \"%s\" of table \"%s\" is %s."
              .formatted(
                  name,
                  table.columns.get(column).name(),
                  table.columns.get(column).type().name(),
                  parent.columns.get(referred).name(),
                  parent.name,
                  parent.columns.get(referred).type().name()));
    }
  }

  private static boolean isWhole(ColumnType type) {
    return type == ColumnType.INT || type == ColumnType.LONG;
  }

  private void requireNullable(String name, ConstraintSpec.ForeignKey key, List<Integer> columns) {
    boolean allNullable = columns.stream().allMatch(place -> table.columns.get(place).nullable());
    boolean setsNull =
        key.onDelete() == ForeignKeyDef.OnParent.SET_NULL
            || key.onUpdate() == ForeignKeyDef.OnParent.SET_NULL;
    boolean setsDefault =
        key.onDelete() == ForeignKeyDef.OnParent.SET_DEFAULT
            || key.onUpdate() == ForeignKeyDef.OnParent.SET_DEFAULT;
    boolean calculated =
        columns.stream().anyMatch(place -> table.columns.get(place).isCalculated());
    boolean follows = setsNull || setsDefault || key.onUpdate() == ForeignKeyDef.OnParent.CASCADE;
    if (follows && calculated) {
      throw Names.invalid(
          "Foreign key \"%s\" changes (%s), which is calculated."
              .formatted(name, String.join(", ", key.columns())));
    }
    if (setsDefault) {
      columns.forEach(place -> requireDefault(name, table.columns.get(place)));
    }
    if (setsNull && !allNullable) {
      throw Names.invalid(
          "Foreign key \"%s\" says SET NULL, but (%s) cannot be null."
              .formatted(name, key.columns().stream().collect(Collectors.joining(", "))));
    }
  }

  /** A default is calculated anew for each child, wherever that is, so it is always the same. */
  private void requireDefault(String name, ColumnDef column) {
    if (column.sequence() != null || (column.defaultSql() == null && !column.nullable())) {
      throw Names.invalid(
          "Foreign key \"%s\" says SET DEFAULT, but column \"%s\" has none."
              .formatted(name, column.name()));
    }
    if (column.defaultSql() != null) {
      expressions.compile(table.toDef(), column.withDefaultCalculated());
    }
  }

  /** Children are found by an index or by the first columns of their primary key. */
  private void addChildIndex(String name, List<String> names, List<Integer> columns) {
    boolean byKey = begins(table.primaryKey, columns);
    boolean byIndex =
        table.indexes.stream()
            .anyMatch(index -> index.isPlain() && begins(index.columns(), columns));
    if (!byKey && !byIndex) {
      addIndex(beside(freeName(name + "_idx")), parts(names), false, false, null);
    }
  }

  private static boolean begins(List<Integer> longer, List<Integer> columns) {
    return longer.size() >= columns.size() && longer.subList(0, columns.size()).equals(columns);
  }
}
