package org.thetisdb.sql.define;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.core.schema.TemporarySchema;
import org.thetisdb.sql.catalog.ObjectKind;
import org.thetisdb.sql.catalog.ProcedureDef;
import org.thetisdb.sql.catalog.SchemaDef;
import org.thetisdb.sql.catalog.SequenceDef;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.catalog.ViewDef;
import org.thetisdb.sql.ddl.CreateSchema;
import org.thetisdb.sql.ddl.DropSchema;
import org.thetisdb.sql.info.VirtualTable;
import org.thetisdb.sql.rights.RoleDef;
import org.thetisdb.sql.rights.Securable;

/** CREATE and DROP SCHEMA. For one definition. Not thread-safe. */
final class SchemaChanges {
  private final Changes changes;

  SchemaChanges(Changes changes) {
    this.changes = changes;
  }

  void create(CreateSchema create) {
    String name = create.name();
    RoleDef owner =
        create.owner() == null
            ? null
            : RoleChanges.require(changes.catalog().rights(), create.owner());
    if (isAlwaysThere(name) || changes.catalog().schema(name) != null) {
      if (!create.ifNotExists()) {
        throw new ThetisException(ErrorCode.SCHEMA_EXISTS, name);
      }
      changes.notice("There is already a schema \"%s\".".formatted(name));
      return;
    }
    if (name.indexOf('.') >= 0) {
      throw Names.invalid("The name of a schema has no dot; \"%s\" has one.".formatted(name));
    }
    if (!create.temporary()) {
      requireNotReserved(name);
    }
    SchemaDef schema = new SchemaDef(name, changes.newId(), null);
    changes.put(schema);
    if (owner != null) {
      new GrantChanges(changes).give(Securable.of(Securable.Kind.SCHEMA, schema.id()), owner.id());
    }
  }

  /** Refuses names that schemas of temporary tables have. */
  static void requireNotReserved(String name) {
    if (name.equals(TemporarySchema.ALIAS) || TemporarySchema.isOne(name)) {
      throw new ThetisException(ErrorCode.RESERVED_NAME, name);
    }
  }

  private static boolean isAlwaysThere(String name) {
    return name.equals(ObjectName.PUBLIC) || VirtualTable.isSystemSchema(name);
  }

  void drop(DropSchema drop) {
    for (String name : drop.names()) {
      if (isAlwaysThere(name)) {
        throw Names.depends("Schema \"%s\" is always there.".formatted(name));
      }
      SchemaDef schema = changes.catalog().schema(name);
      if (schema != null) {
        drop(schema, drop.cascade());
      } else if (drop.ifExists()) {
        changes.notice("There is no schema \"%s\".".formatted(name));
      } else {
        throw new ThetisException(ErrorCode.UNKNOWN_SCHEMA, name);
      }
    }
  }

  private void drop(SchemaDef schema, boolean cascade) {
    String held = cascade ? null : anyOf(schema.name());
    if (held != null) {
      throw Names.depends(
          "Schema \"%s\" holds \"%s\"; drop it first, or use CASCADE."
              .formatted(schema.name(), held));
    }
    Removals.dropAllOf(schema.name(), changes);
    changes.remove(ObjectKind.SCHEMA, schema.id());
  }

  /** The name of something that a schema holds; null if it is empty. */
  private String anyOf(String schema) {
    SqlCatalog catalog = changes.catalog();
    List<String> names = new ArrayList<>();
    catalog.tables().stream().map(TableDef::name).forEach(names::add);
    catalog.views().stream().map(ViewDef::name).forEach(names::add);
    catalog.sequences().stream().map(SequenceDef::name).forEach(names::add);
    catalog.procedures().stream().map(ProcedureDef::name).forEach(names::add);
    return names.stream()
        .filter(name -> ObjectName.schema(name).equals(schema))
        .findFirst()
        .orElse(null);
  }
}
