package org.thetisdb.sql.info;

import static org.thetisdb.core.schema.ObjectName.schema;
import static org.thetisdb.core.schema.ObjectName.simple;

import java.util.List;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.catalog.ViewDef;

/** What stands behind FROM by its name. Immutable. */
public sealed interface Relation {
  /** The schema that it is in. */
  String schemaName();

  /** Its name within the schema. */
  String simpleName();

  /** A stored table. */
  record Stored(TableDef table) implements Relation {
    @Override
    public String schemaName() {
      return schema(table.name());
    }

    @Override
    public String simpleName() {
      return simple(table.name());
    }
  }

  /** A view that a statement has made. */
  record View(ViewDef view) implements Relation {
    @Override
    public String schemaName() {
      return schema(view.name());
    }

    @Override
    public String simpleName() {
      return simple(view.name());
    }
  }

  /**
   * A system table, whose rows no table holds.
   *
   * @param number distinguishes it from other system tables; the same in each version of the
   *     catalog
   */
  record OfSystem(
      String schemaName, String simpleName, List<VirtualTable.Column> columns, int number)
      implements Relation {}
}
