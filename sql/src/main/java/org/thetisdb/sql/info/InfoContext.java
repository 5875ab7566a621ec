package org.thetisdb.sql.info;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.core.schema.TemporarySchema;
import org.thetisdb.sql.catalog.SchemaDef;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.catalog.ViewDef;

/**
 * What rows of system tables are made of: one version of the catalog, as one connection sees it.
 *
 * @param temporary the schema of the temporary tables of the connection that asks; null for none
 * @param views gives columns of views
 * @param system all system tables
 */
public record InfoContext(
    SqlCatalog catalog, String temporary, ViewColumns views, List<Relation.OfSystem> system) {
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
        .filter(relation -> sees(relation.schemaName()));
  }

  /** The stored tables that the connection sees. */
  public Stream<TableDef> tables() {
    return catalog.definedTables().stream().filter(table -> sees(ObjectName.schema(table.name())));
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
      return new Relation.Stored(table);
    }
    ViewDef view = catalog.view(full);
    if (view != null) {
      return new Relation.View(view);
    }
    return system.stream()
        .filter(each -> each.schemaName().equals(schema) && each.simpleName().equals(name))
        .findFirst()
        .orElse(null);
  }
}
