package org.thetisdb.sql.define;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.sql.catalog.IndexDef;
import org.thetisdb.sql.catalog.ProcedureDef;
import org.thetisdb.sql.catalog.SchemaDef;
import org.thetisdb.sql.catalog.SequenceDef;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.catalog.ViewDef;
import org.thetisdb.sql.ddl.AlterName;
import org.thetisdb.sql.ddl.AlterTable;
import org.thetisdb.sql.info.VirtualTable;

/**
 * New names of things, and other schemas for them. Definitions that name others are written anew;
 * the texts of views and procedures are not. For one definition. Not thread-safe.
 */
final class NameChanges {
  private final Changes changes;
  private final Expressions expressions;

  NameChanges(Changes changes, Expressions expressions) {
    this.changes = changes;
    this.expressions = expressions;
  }

  void alter(AlterName alter) {
    boolean found =
        switch (alter.kind()) {
          case INDEX -> index(alter);
          case VIEW -> view(changes.catalog().view(alter.name()), alter.newName());
          case SEQUENCE -> sequence(changes.catalog().sequence(alter.name()), alter.newName());
          case PROCEDURE -> procedure(changes.catalog().procedure(alter.name()), alter.newName());
          case SCHEMA -> schema(alter.name(), alter.newName());
        };
    if (!found) {
      missing(alter);
    }
  }

  private void missing(AlterName alter) {
    String what = alter.kind().name().toLowerCase(java.util.Locale.ROOT);
    if (!alter.ifExists()) {
      throw Names.unknown(what, alter.name());
    }
    changes.notice("There is no %s \"%s\".".formatted(what, alter.name()));
  }

  private boolean index(AlterName alter) {
    TableDef table = changes.catalog().tableOfIndex(alter.name());
    if (table == null) {
      return false;
    }
    IndexDef index = table.index(alter.name());
    if (index.constraint()) {
      AlterTable.RenameConstraint rename =
          new AlterTable.RenameConstraint(
              ObjectName.simple(alter.name()), ObjectName.simple(alter.newName()));
      TableAlterer.ofNames(changes, expressions, table).apply(rename);
      return true;
    }
    Names.require(ObjectName.simple(alter.newName()));
    requireFree(changes.catalog().tableOfIndex(alter.newName()) == null, "an index", alter);
    TableDraft draft = new TableDraft(table);
    draft.indexes.set(table.indexes().indexOf(index), index.withName(alter.newName()));
    changes.put(draft.toDef());
    return true;
  }

  private static void requireFree(boolean free, String what, AlterName alter) {
    if (!free) {
      throw Names.exists(what, alter.newName());
    }
  }

  private boolean isRelation(String name) {
    return changes.catalog().table(name) != null || changes.catalog().view(name) != null;
  }

  private boolean view(ViewDef view, String to) {
    if (view == null) {
      return false;
    }
    Names.require(ObjectName.simple(to));
    if (isRelation(to)) {
      throw Names.exists("a table or view", to);
    }
    changes.put(view.withName(to));
    return true;
  }

  /** The columns that take their values from it do so by its new name. */
  private boolean sequence(SequenceDef sequence, String to) {
    if (sequence == null || TableDef.isRowIdSequence(sequence)) {
      return false;
    }
    rename(changes, sequence, to);
    return true;
  }

  /** Gives a sequence another name, also where columns take their values from it. */
  static void rename(Changes changes, SequenceDef sequence, String to) {
    Names.require(ObjectName.simple(to));
    if (changes.catalog().sequence(to) != null) {
      throw Names.exists("a sequence", to);
    }
    Removals.requireNoDefault(changes.catalog(), sequence.name());
    for (TableDef table : List.copyOf(changes.catalog().tables())) {
      TableDraft draft = new TableDraft(table);
      draft.columns.replaceAll(
          column -> sequence.name().equals(column.sequence()) ? column.withSequence(to) : column);
      if (!draft.columns.equals(table.columns())) {
        changes.put(draft.toDef());
      }
    }
    changes.put(sequence.withName(to));
  }

  private boolean procedure(ProcedureDef procedure, String to) {
    if (procedure == null) {
      return false;
    }
    Names.require(ObjectName.simple(to));
    if (changes.catalog().procedure(to) != null) {
      throw Names.exists("a procedure", to);
    }
    changes.put(procedure.withName(to));
    return true;
  }

  private boolean schema(String name, String to) {
    if (name.equals(ObjectName.PUBLIC) || VirtualTable.isSystemSchema(name)) {
      throw Names.depends("Schema \"%s\" is always there.".formatted(name));
    }
    SchemaDef schema = changes.catalog().schema(name);
    if (schema == null) {
      throw new ThetisException(ErrorCode.UNKNOWN_SCHEMA, name);
    }
    if (changes.catalog().hasSchema(to) || VirtualTable.isSystemSchema(to)) {
      throw new ThetisException(ErrorCode.SCHEMA_EXISTS, to);
    }
    if (to.indexOf('.') >= 0) {
      throw Names.invalid("The name of a schema has no dot; \"%s\" has one.".formatted(to));
    }
    SchemaChanges.requireNotReserved(name);
    SchemaChanges.requireNotReserved(to);
    changes.put(new SchemaDef(to, schema.id(), schema.comment()));
    moveAll(name, to);
    return true;
  }

  private void moveAll(String from, String to) {
    SqlCatalog before = changes.catalog();
    Predicate<String> within = name -> ObjectName.schema(name).equals(from);
    for (TableDef table : new ArrayList<>(before.tables())) {
      if (within.test(table.name())) {
        TableDef now = changes.catalog().tableById(table.tableId());
        TableAlterer.ofNames(changes, expressions, now).apply(new AlterTable.SetSchema(to));
      }
    }
    for (ViewDef view : new ArrayList<>(before.views())) {
      if (within.test(view.name())) {
        view(view, ObjectName.of(to, ObjectName.simple(view.name())));
      }
    }
    for (SequenceDef sequence : new ArrayList<>(changes.catalog().sequences())) {
      if (within.test(sequence.name())) {
        rename(changes, sequence, ObjectName.of(to, ObjectName.simple(sequence.name())));
      }
    }
    for (ProcedureDef procedure : new ArrayList<>(before.procedures())) {
      if (within.test(procedure.name())) {
        procedure(procedure, ObjectName.of(to, ObjectName.simple(procedure.name())));
      }
    }
  }
}
