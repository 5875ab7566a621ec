package org.thetisdb.sql.define;

import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.core.schema.TemporarySchema;
import org.thetisdb.sql.catalog.ProcedureDef;
import org.thetisdb.sql.catalog.SequenceDef;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.ddl.AlterName;
import org.thetisdb.sql.ddl.AlterOwner;
import org.thetisdb.sql.ddl.AlterRole;
import org.thetisdb.sql.ddl.AlterSequence;
import org.thetisdb.sql.ddl.AlterTable;
import org.thetisdb.sql.ddl.CommentOn;
import org.thetisdb.sql.ddl.ConstraintSpec;
import org.thetisdb.sql.ddl.CreateIndex;
import org.thetisdb.sql.ddl.CreateLargeTables;
import org.thetisdb.sql.ddl.CreateProcedure;
import org.thetisdb.sql.ddl.CreateRole;
import org.thetisdb.sql.ddl.CreateSchema;
import org.thetisdb.sql.ddl.CreateSequence;
import org.thetisdb.sql.ddl.CreateTable;
import org.thetisdb.sql.ddl.CreateTableAs;
import org.thetisdb.sql.ddl.CreateView;
import org.thetisdb.sql.ddl.Ddl;
import org.thetisdb.sql.ddl.DropObject;
import org.thetisdb.sql.ddl.DropRoles;
import org.thetisdb.sql.ddl.DropSchema;
import org.thetisdb.sql.ddl.GrantRights;
import org.thetisdb.sql.ddl.GrantRoles;
import org.thetisdb.sql.ddl.NoChange;
import org.thetisdb.sql.ddl.TruncateTables;
import org.thetisdb.sql.rights.Access;
import org.thetisdb.sql.rights.BuiltInRole;
import org.thetisdb.sql.rights.Privilege;
import org.thetisdb.sql.rights.Securable;
import org.thetisdb.sql.rights.UserRights;

/**
 * Who may make a definition: CREATE on the schema for what is new, ownership of what changes or
 * goes, the role admin for roles. A name that leads nowhere is left to the definition itself, which
 * says so. For one definition; not thread-safe.
 */
final class DefinitionRights {
  private final SqlCatalog catalog;
  private final UserRights actor;

  DefinitionRights(SqlCatalog catalog, UserRights actor) {
    this.catalog = catalog;
    this.actor = actor;
  }

  /**
   * Refuses what the actor may not do.
   *
   * @throws ThetisException NO_RIGHT
   */
  void require(Ddl ddl) {
    if (actor.isAdmin()) {
      return;
    }
    if (ddl instanceof CreateTable create) {
      mayCreate(create.name());
      create.constraints().forEach(this::mayConstrain);
    } else if (ddl instanceof CreateTableAs create) {
      mayCreate(create.name());
    } else if (ddl instanceof CreateView create) {
      mayCreateOrReplace(create.name(), create.orReplace());
    } else if (ddl instanceof CreateSequence create) {
      mayCreate(create.name());
    } else if (ddl instanceof CreateProcedure create) {
      if (create.className() != null) {
        actor.require(BuiltInRole.UPLOAD, "give a class of a jar a name");
      }
      mayCreateOrReplace(create.name(), create.orReplace());
    } else if (ddl instanceof CreateSchema create) {
      if (!create.temporary()) {
        actor.require(BuiltInRole.ADMIN, "create a schema");
      }
    } else if (ddl instanceof AlterTable alter) {
      ownsRelation(alter.table());
      alter.actions().forEach(this::mayAlter);
    } else if (ddl instanceof CreateIndex create) {
      ownsRelation(create.table());
    } else if (ddl instanceof AlterName alter) {
      owns(alter);
    } else if (ddl instanceof AlterSequence alter) {
      ownsSequence(alter.name());
    } else if (ddl instanceof DropObject drop) {
      drop.names().forEach(name -> mayDrop(drop.kind(), name));
    } else if (ddl instanceof DropSchema drop) {
      drop.names().stream().filter(this::isLasting).forEach(this::ownsSchema);
    } else if (ddl instanceof CommentOn comment) {
      mayComment(comment);
    } else if (ddl instanceof TruncateTables truncate) {
      truncate.names().forEach(this::mayTruncate);
    } else {
      requireOther(ddl);
    }
  }

  private void requireOther(Ddl ddl) {
    if (ddl instanceof AlterRole alter) {
      boolean ownPassword =
          alter.name().equals(actor.role().name())
              && alter.login() == null
              && alter.newName() == null;
      if (!ownPassword) {
        actor.require(BuiltInRole.ADMIN, "change a role");
      }
    } else if (ddl instanceof CreateRole || ddl instanceof DropRoles || ddl instanceof GrantRoles) {
      actor.require(BuiltInRole.ADMIN, "change roles");
    } else if (!(ddl instanceof GrantRights
        || ddl instanceof AlterOwner
        || ddl instanceof NoChange
        || ddl instanceof CreateLargeTables)) {
      // those four are looked at where they are made, or need nothing
      throw new IllegalStateException("a definition that nobody has a right to: " + ddl);
    }
  }

  private boolean isLasting(String schema) {
    return catalog.hasSchema(schema) && !TemporarySchema.isOne(schema);
  }

  /** What is in the schema of the connection is the connection's. */
  private static boolean isTemporary(String name) {
    return TemporarySchema.holds(name);
  }

  private void mayCreate(String name) {
    if (!isTemporary(name)) {
      mayCreateIn(ObjectName.schema(name));
    }
  }

  private void mayCreateIn(String schema) {
    if (catalog.hasSchema(schema)
        && !actor.may(GrantChanges.schema(catalog, schema), Privilege.CREATE.bit())) {
      throw Access.denied(Securable.Kind.SCHEMA, schema, Privilege.CREATE.name(), actor.role());
    }
  }

  private void mayCreateOrReplace(String name, boolean replaces) {
    ProcedureDef procedure = catalog.procedure(name);
    boolean isThere = GrantChanges.relation(catalog, name) != null || procedure != null;
    if (!replaces || !isThere) {
      mayCreate(name);
    } else if (procedure != null) {
      requireOwner(Securable.of(Securable.Kind.PROCEDURE, procedure.id()));
    } else {
      ownsRelation(name);
    }
  }

  private void mayConstrain(ConstraintSpec constraint) {
    if (constraint instanceof ConstraintSpec.ForeignKey key) {
      Securable parent = GrantChanges.relation(catalog, key.parent());
      if (parent != null && !actor.may(parent, Privilege.REFERENCES.bit())) {
        throw Access.denied(parent.kind(), key.parent(), Privilege.REFERENCES.name(), actor.role());
      }
    }
  }

  private void mayAlter(AlterTable.Action action) {
    if (action instanceof AlterTable.AddConstraint add) {
      mayConstrain(add.constraint());
    } else if (action instanceof AlterTable.AddColumn add) {
      add.constraints().forEach(this::mayConstrain);
    } else if (action instanceof AlterTable.SetSchema set) {
      mayCreateIn(set.schema());
    }
  }

  private void mayTruncate(String name) {
    Securable table = GrantChanges.relation(catalog, name);
    if (table != null && !isTemporary(name) && !actor.may(table, Privilege.TRUNCATE.bit())) {
      throw Access.denied(table.kind(), name, Privilege.TRUNCATE.name(), actor.role());
    }
  }

  private void owns(AlterName alter) {
    switch (alter.kind()) {
      case INDEX -> ownsIndex(alter.name());
      case VIEW -> ownsRelation(alter.name());
      case SEQUENCE -> ownsSequence(alter.name());
      case PROCEDURE -> ownsProcedure(alter.name());
      case SCHEMA -> ownsSchema(alter.name());
    }
    if (alter.kind() != AlterName.Kind.SCHEMA
        && !ObjectName.schema(alter.newName()).equals(ObjectName.schema(alter.name()))) {
      mayCreateIn(ObjectName.schema(alter.newName()));
    }
  }

  private void mayDrop(DropObject.Kind kind, String name) {
    switch (kind) {
      case TABLE, VIEW -> ownsRelation(name);
      case INDEX -> ownsIndex(name);
      case SEQUENCE -> ownsSequence(name);
      case PROCEDURE -> ownsProcedure(name);
    }
  }

  private void mayComment(CommentOn comment) {
    switch (comment.target()) {
      case TABLE, COLUMN, VIEW, CONSTRAINT -> ownsRelation(comment.name());
      case SEQUENCE -> ownsSequence(comment.name());
      case PROCEDURE -> ownsProcedure(comment.name());
      case SCHEMA -> ownsSchema(comment.name());
      case INDEX -> ownsIndex(comment.name());
    }
  }

  private void ownsRelation(String name) {
    Securable found = GrantChanges.relation(catalog, name);
    if (found != null && !isTemporary(name)) {
      requireOwner(found);
    }
  }

  private void ownsIndex(String name) {
    TableDef table = catalog.tableOfIndex(name);
    if (table != null) {
      ownsRelation(table.name());
    }
  }

  private void ownsSequence(String name) {
    SequenceDef sequence = catalog.sequence(name);
    if (sequence != null && !isTemporary(name)) {
      requireOwner(Securable.of(Securable.Kind.SEQUENCE, sequence.id()));
    }
  }

  private void ownsProcedure(String name) {
    ProcedureDef procedure = catalog.procedure(name);
    if (procedure != null) {
      requireOwner(Securable.of(Securable.Kind.PROCEDURE, procedure.id()));
    }
  }

  private void ownsSchema(String name) {
    if (catalog.hasSchema(name)) {
      requireOwner(GrantChanges.schema(catalog, name));
    }
  }

  private void requireOwner(Securable object) {
    GrantChanges.requireOwner(actor, catalog, object);
  }
}
