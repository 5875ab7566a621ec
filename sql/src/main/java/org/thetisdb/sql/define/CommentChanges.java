package org.thetisdb.sql.define;

import java.util.ArrayList;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.sql.catalog.CommentDef;
import org.thetisdb.sql.catalog.CommentDef.Subject;
import org.thetisdb.sql.catalog.IndexDef;
import org.thetisdb.sql.catalog.ObjectId;
import org.thetisdb.sql.catalog.ObjectKind;
import org.thetisdb.sql.catalog.ProcedureDef;
import org.thetisdb.sql.catalog.SchemaDef;
import org.thetisdb.sql.catalog.SequenceDef;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.catalog.ViewDef;
import org.thetisdb.sql.ddl.CommentOn;

/** COMMENT ON. For one definition. Not thread-safe. */
final class CommentChanges {
  private static final int MAX_COMMENT_CHARS = 10_000;

  private final Changes changes;

  CommentChanges(Changes changes) {
    this.changes = changes;
  }

  void comment(CommentOn on) {
    if (on.comment() != null && on.comment().length() > MAX_COMMENT_CHARS) {
      throw Names.invalid("A comment has at most " + MAX_COMMENT_CHARS + " characters.");
    }
    boolean ofView = changes.catalog().view(on.name()) != null;
    switch (on.target()) {
      case TABLE -> ofTable(on);
      case COLUMN -> {
        if (ofView) {
          put(new CommentDef.Key(Subject.VIEW, view(on.name()).id(), on.part()), on.comment());
        } else {
          ofTable(on);
        }
      }
      case VIEW -> put(new CommentDef.Key(Subject.VIEW, view(on.name()).id(), ""), on.comment());
      case SEQUENCE ->
          put(new CommentDef.Key(Subject.SEQUENCE, sequence(on.name()).id(), ""), on.comment());
      case PROCEDURE ->
          put(new CommentDef.Key(Subject.PROCEDURE, procedure(on.name()).id(), ""), on.comment());
      case SCHEMA -> put(new CommentDef.Key(Subject.SCHEMA, schemaId(on.name()), ""), on.comment());
      case INDEX ->
          put(new CommentDef.Key(Subject.INDEX, index(on.name()).tableId(), ""), on.comment());
      case CONSTRAINT -> put(constraint(on.name(), on.part()), on.comment());
    }
  }

  private void ofTable(CommentOn on) {
    TableDraft draft = new TableDraft(changes.catalog().requireTable(on.name()));
    if (on.part() == null) {
      draft.comment = on.comment();
    } else {
      int place = draft.require(on.part());
      draft.columns.set(place, draft.columns.get(place).withComment(on.comment()));
    }
    changes.put(draft.toDef());
  }

  private ViewDef view(String name) {
    return required(changes.catalog().view(name), "view", name);
  }

  private SequenceDef sequence(String name) {
    return required(changes.catalog().sequence(name), "sequence", name);
  }

  private ProcedureDef procedure(String name) {
    return required(changes.catalog().procedure(name), "procedure", name);
  }

  private IndexDef index(String name) {
    TableDef table = required(changes.catalog().tableOfIndex(name), "index", name);
    return table.index(name);
  }

  private static <T> T required(T found, String what, String name) {
    if (found == null) {
      throw Names.unknown(what, name);
    }
    return found;
  }

  private int schemaId(String name) {
    if (name.equals(ObjectName.PUBLIC)) {
      return 0;
    }
    SchemaDef schema = changes.catalog().schema(name);
    if (schema == null) {
      throw new ThetisException(ErrorCode.UNKNOWN_SCHEMA, name);
    }
    return schema.id();
  }

  private CommentDef.Key constraint(String table, String name) {
    TableDef definition = changes.catalog().requireTable(table);
    if (!isConstraint(definition, name)) {
      throw Names.unknown("constraint", name);
    }
    return new CommentDef.Key(Subject.CONSTRAINT, definition.tableId(), name);
  }

  private static boolean isConstraint(TableDef table, String name) {
    IndexDef index = table.index(ObjectName.beside(table.name(), name));
    return (name.equals(table.primaryKeyName()) && !table.hasHiddenKey())
        || (index != null && index.constraint())
        || table.checks().stream().anyMatch(check -> check.name().equals(name))
        || table.foreignKeys().stream().anyMatch(key -> key.name().equals(name));
  }

  private void put(CommentDef.Key key, String comment) {
    CommentDef present = changes.catalog().commentOn(key);
    if (comment == null && present != null) {
      changes.remove(ObjectKind.COMMENT, present.id());
    } else if (comment != null) {
      int id = present == null ? changes.newId() : present.id();
      changes.put(new CommentDef(id, key.subject(), key.subjectId(), key.part(), comment));
    }
  }

  /** A comment follows what has another name or number now. */
  static void follow(Changes changes, CommentDef.Key from, CommentDef.Key to) {
    CommentDef comment = changes.catalog().commentOn(from);
    if (comment != null) {
      changes.put(comment.on(to));
    }
  }

  /** Takes away what speaks of things that are gone. */
  static void sweep(Changes changes) {
    SqlCatalog catalog = changes.catalog();
    for (CommentDef comment : new ArrayList<>(catalog.comments())) {
      if (!isThere(catalog, comment)) {
        changes.remove(ObjectKind.COMMENT, comment.id());
      }
    }
  }

  private static boolean isThere(SqlCatalog catalog, CommentDef comment) {
    int id = comment.subjectId();
    return switch (comment.subject()) {
      case VIEW -> catalog.has(new ObjectId(ObjectKind.VIEW, id));
      case SEQUENCE -> catalog.has(new ObjectId(ObjectKind.SEQUENCE, id));
      case PROCEDURE -> catalog.has(new ObjectId(ObjectKind.PROCEDURE, id));
      case SCHEMA -> id == 0 || catalog.has(new ObjectId(ObjectKind.SCHEMA, id));
      case INDEX ->
          catalog.tables().stream()
              .flatMap(table -> table.indexes().stream())
              .anyMatch(index -> index.tableId() == id);
      case CONSTRAINT -> {
        TableDef table = catalog.tableById(id);
        yield table != null && isConstraint(table, comment.part());
      }
    };
  }
}
