package org.thetisdb.sql.catalog;

import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.sql.rights.AccessNotes;
import org.thetisdb.sql.rights.Privilege;
import org.thetisdb.sql.rights.Securable;

/**
 * Notes what a statement that is being compiled does to objects of the catalog, see {@link
 * AccessNotes}. Stateless.
 */
public final class Looked {
  private Looked() {}

  /** What rights on a table are of. */
  public static Securable of(TableDef table) {
    return Securable.of(Securable.Kind.TABLE, table.tableId());
  }

  /** What rights on a view are of. */
  public static Securable of(ViewDef view) {
    return Securable.of(Securable.Kind.VIEW, view.id());
  }

  /** Something is done to a table. */
  public static void at(SqlCatalog catalog, TableDef table, Privilege... privileges) {
    at(catalog, table, Privilege.bits(privileges));
  }

  private static void at(SqlCatalog catalog, TableDef table, int privileges) {
    AccessNotes.note(of(table), privileges, table.name(), schemaOf(catalog, table.name()));
  }

  /** A view is read. */
  public static void at(SqlCatalog catalog, ViewDef view) {
    AccessNotes.note(of(view), Privilege.SELECT.bit(), view.name(), schemaOf(catalog, view.name()));
  }

  /**
   * A table is changed that was looked up since a mark.
   *
   * @param reads whether its rows are read, too
   */
  public static void changed(
      SqlCatalog catalog, int mark, TableDef table, int privileges, boolean reads) {
    if (!reads) {
      AccessNotes.notRead(mark, of(table));
    }
    at(catalog, table, reads ? privileges | Privilege.SELECT.bit() : privileges);
  }

  /**
   * Values of a sequence are taken, or it is set. One of a column goes with its table: who may
   * insert rows may take values.
   */
  public static void at(SqlCatalog catalog, SequenceDef sequence, Privilege privilege) {
    TableDef owner = sequence.owner() == null ? null : catalog.table(sequence.owner());
    if (owner == null) {
      AccessNotes.note(
          Securable.of(Securable.Kind.SEQUENCE, sequence.id()),
          privilege.bit(),
          sequence.name(),
          schemaOf(catalog, sequence.name()));
    } else if (privilege == Privilege.USAGE) {
      at(catalog, owner, Privilege.INSERT);
    } else {
      at(catalog, owner, Privilege.UPDATE);
    }
  }

  private static Securable schemaOf(SqlCatalog catalog, String name) {
    String schema = ObjectName.schema(name);
    if (schema.equals(ObjectName.PUBLIC)) {
      return Securable.PUBLIC_SCHEMA;
    }
    SchemaDef found = catalog.schema(schema);
    return found == null ? null : Securable.of(Securable.Kind.SCHEMA, found.id());
  }
}
