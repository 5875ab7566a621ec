package org.thetisdb.sql.info;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.core.schema.TemporarySchema;
import org.thetisdb.sql.catalog.Looked;
import org.thetisdb.sql.catalog.ProcedureDef;
import org.thetisdb.sql.catalog.SchemaDef;
import org.thetisdb.sql.catalog.SequenceDef;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.catalog.ViewDef;
import org.thetisdb.sql.rights.BuiltInRole;
import org.thetisdb.sql.rights.Securable;
import org.thetisdb.sql.rights.UserRights;

/**
 * What rows of system tables are made of: one version of the catalog, as one connection sees it.
 *
 * @param temporary the schema of the temporary tables of the connection that asks; null for none
 * @param views gives columns of views
 * @param system all system tables
 * @param rights of the user who asks: nobody sees what it has no right on
 */
public record InfoContext(
    SqlCatalog catalog,
    String temporary,
    ViewColumns views,
    List<Relation.OfSystem> system,
    UserRights rights) {
  /** The same for one who may do everything. */
  public InfoContext seeingAll() {
    return new InfoContext(catalog, temporary, views, system, catalog.rights().admin());
  }

  /** Whether the connection sees what is in a schema. */
  public boolean sees(String schema) {
    return !TemporarySchema.isOne(schema) || schema.equals(temporary);
  }

  /** All relations, read as they are asked for: tables, views, system tables. */
  public Stream<Relation> relations() {
    Stream<Relation> tables = tables().map(Relation.Stored::new);
    Stream<Relation> views = catalog.views().stream().map(Relation.View::new);
    return Stream.of(tables, views, system.stream().map(Relation.class::cast))
        .flatMap(each -> each)
        .filter(relation -> sees(relation.schemaName()))
        .filter(this::maySee);
  }

  /** What rights on a relation are of; null for one of the system. */
  static Securable securable(Relation relation) {
    if (relation instanceof Relation.Stored stored) {
      return Looked.of(stored.table());
    }
    return relation instanceof Relation.View view ? Looked.of(view.view()) : null;
  }

  /** Who owns a relation; the admin if nothing is said. */
  public int ownerOf(Relation relation) {
    Securable object = securable(relation);
    return object == null ? BuiltInRole.ADMIN.id() : catalog.rights().ownerOf(object);
  }

  /** Who owns a sequence. */
  public int ownerOf(SequenceDef sequence) {
    return catalog.rights().ownerOf(Securable.of(Securable.Kind.SEQUENCE, sequence.id()));
  }

  /** Who owns a schema; the admin if it is the system's. */
  public int ownerOfSchema(String name) {
    Securable schema = Looked.schema(catalog, name);
    return schema == null ? BuiltInRole.ADMIN.id() : catalog.rights().ownerOf(schema);
  }

  private boolean maySee(Relation relation) {
    Securable object = rights.isAdmin() ? null : securable(relation);
    return object == null
        || TemporarySchema.isOne(relation.schemaName())
        || PrivilegeRows.maySee(
            this, object, ObjectName.of(relation.schemaName(), relation.simpleName()));
  }

  /** Whether the user may know of a sequence. */
  public boolean maySee(SequenceDef sequence) {
    return TemporarySchema.holds(sequence.name())
        || PrivilegeRows.maySee(
            this, Securable.of(Securable.Kind.SEQUENCE, sequence.id()), sequence.name());
  }

  /** Whether the user may know of a procedure. */
  public boolean maySee(ProcedureDef procedure) {
    return PrivilegeRows.maySee(
        this, Securable.of(Securable.Kind.PROCEDURE, procedure.id()), procedure.name());
  }

  /** The stored tables that the connection sees. */
  public Stream<TableDef> tables() {
    return catalog.definedTables().stream()
        .filter(table -> sees(ObjectName.schema(table.name())))
        .filter(table -> maySee(new Relation.Stored(table)));
  }

  /** The names of the schemas that the connection sees, those of the system last. */
  public Stream<String> schemas() {
    return Stream.of(
            Stream.of(ObjectName.PUBLIC),
            catalog.schemas().stream().map(SchemaDef::name),
            Stream.of(VirtualTable.SCHEMA, VirtualTable.PG_CATALOG))
        .flatMap(each -> each)
        .filter(this::sees);
  }

  /** The relations with a name, in whatever schemas. */
  public Stream<Relation> relations(String name) {
    return schemas().map(schema -> relation(schema, name)).filter(Objects::nonNull);
  }

  /** The one of a name in a schema; null if there is none, or the connection does not see it. */
  public Relation relation(String schema, String name) {
    if (!sees(schema)) {
      return null;
    }
    String full = ObjectName.of(schema, name);
    TableDef table = catalog.definedTable(full);
    if (table != null) {
      Relation stored = new Relation.Stored(table);
      return maySee(stored) ? stored : null;
    }
    ViewDef view = catalog.view(full);
    if (view != null) {
      Relation shown = new Relation.View(view);
      return maySee(shown) ? shown : null;
    }
    return system.stream()
        .filter(each -> each.schemaName().equals(schema) && each.simpleName().equals(name))
        .findFirst()
        .orElse(null);
  }
}
