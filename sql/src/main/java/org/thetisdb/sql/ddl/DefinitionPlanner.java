package org.thetisdb.sql.ddl;

import org.thetisdb.sql.catalog.SqlCatalog;

/** Says what a definition changes. A pure function; safe for all threads. */
@FunctionalInterface
public interface DefinitionPlanner {
  /**
   * Plans a definition.
   *
   * @throws org.thetisdb.core.error.ThetisException if the catalog does not allow it
   */
  CatalogChange plan(SqlCatalog catalog, Ddl definition);
}
