package org.thetisdb.sql.define;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.schema.TableSchema;
import org.thetisdb.sql.catalog.CommentDef;
import org.thetisdb.sql.catalog.IndexDef;
import org.thetisdb.sql.catalog.ObjectId;
import org.thetisdb.sql.catalog.ObjectKind;
import org.thetisdb.sql.catalog.SequenceDef;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.rights.Securable;

/**
 * TRUNCATE as a definition (decision 0077): a table goes on over an empty stored table with the
 * same schema, and its indexes over empty ones; those of before are dropped as with DROP TABLE. For
 * one definition. Not thread-safe.
 */
final class Truncation {
  /**
   * Stands among the columns that rows of before were given: an older state of the rows has none of
   * this table's, so no statement reads it there.
   */
  static final List<Integer> ALL_ROWS_ARE_LATER = List.of(0);

  private final Changes changes;

  Truncation(Changes changes) {
    this.changes = changes;
  }

  void truncate(String name) {
    TableDef table = changes.catalog().requireTable(name);
    if (table.making() != null || table.isTemporary()) {
      throw ThetisException.withMessage(
          ErrorCode.CONFLICT, "Table \"%s\" is just being changed. Try again.".formatted(name));
    }
    Map<Integer, TableSchema> schemas = new LinkedHashMap<>();
    schemas.put(table.tableId(), schemaOf(table.tableId()));
    for (IndexDef index : table.indexes()) {
      schemas.put(index.tableId(), schemaOf(index.tableId()));
    }
    Map<Integer, Integer> numbers = renew(table, schemas);
    put(table, numbers, schemas.get(table.tableId()));
    commentsFollow(changes, table, numbers);
  }

  private TableSchema schemaOf(int tableId) {
    return changes.catalog().registry().byId(tableId).schema();
  }

  /** The stored tables of before go, and leave their names to new ones; returns whose they are. */
  private Map<Integer, Integer> renew(TableDef table, Map<Integer, TableSchema> schemas) {
    if (changes.catalog().has(new ObjectId(ObjectKind.TABLE, table.tableId()))) {
      changes.remove(ObjectKind.TABLE, table.tableId());
    }
    Map<Integer, Integer> numbers = new LinkedHashMap<>();
    schemas.forEach(
        (before, schema) -> {
          changes.retire(before, table);
          int next = changes.nextTableId();
          changes.putSchema(next, schema);
          numbers.put(before, next);
        });
    return numbers;
  }

  private void put(TableDef table, Map<Integer, Integer> numbers, TableSchema schema) {
    int tableId = numbers.get(table.tableId());
    TableDraft draft =
        new TableDraft(
            tableId,
            table.name(),
            schema,
            table.columns(),
            table.primaryKey(),
            table.primaryKeyName());
    for (IndexDef index : table.indexes()) {
      draft.indexes.add(
          index.withTable(numbers.get(index.tableId())).withState(IndexDef.State.READY));
    }
    draft.foreignKeys.addAll(table.foreignKeys());
    draft.checks.addAll(table.checks());
    draft.comment = table.comment();
    draft.onCommit = table.onCommit();
    draft.filled = ALL_ROWS_ARE_LATER;
    changes.put(draft.toDef());
    if (table.hasHiddenKey()) {
      renewRowIds(table, tableId);
    }
  }

  /** An INSERT finds row ids by the number of the table. */
  private void renewRowIds(TableDef table, int tableId) {
    SequenceDef before = changes.catalog().sequence(TableDef.rowIdSequence(table.tableId()));
    if (before != null) {
      changes.remove(before);
    }
    String name = TableDef.rowIdSequence(tableId);
    changes.put(new SequenceDef(name, changes.newId(), 1, 1, table.name()));
  }

  /**
   * What is said of a table's constraints and indexes is said of those of its new stored tables;
   * and what was granted on the table.
   */
  static void commentsFollow(Changes changes, TableDef table, Map<Integer, Integer> numbers) {
    for (CommentDef comment : new ArrayList<>(changes.catalog().comments())) {
      CommentDef.Key key = comment.key();
      if (follows(key, table, numbers)) {
        int next = numbers.get(key.subjectId());
        changes.put(comment.on(new CommentDef.Key(key.subject(), next, key.part())));
      }
    }
    Integer next = numbers.get(table.tableId());
    if (next != null) {
      changes.renumbered(
          Securable.of(Securable.Kind.TABLE, table.tableId()),
          Securable.of(Securable.Kind.TABLE, next));
    }
  }

  private static boolean follows(
      CommentDef.Key key, TableDef table, Map<Integer, Integer> numbers) {
    return switch (key.subject()) {
      case CONSTRAINT -> key.subjectId() == table.tableId();
      case INDEX -> numbers.containsKey(key.subjectId());
      case VIEW, SEQUENCE, PROCEDURE, SCHEMA -> false;
    };
  }
}
