package org.thetisdb.sql.plan;

import java.util.List;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.ViewDef;
import org.thetisdb.sql.info.ViewColumns;

/** The newest version of the catalog as Calcite sees it. Safe for all threads. */
final class CatalogSpaces implements ViewColumns {
  private final boolean runs;
  private volatile CatalogSpace newest;

  /**
   * None yet.
   *
   * @param runs whether statements are run by whoever compiles them, and not planned alone
   */
  CatalogSpaces(boolean runs) {
    this.runs = runs;
  }

  boolean runs() {
    return runs;
  }

  /** A version of the catalog; it is the newest one from now on. */
  @SuppressWarnings("ReferenceEquality")
  CatalogSpace of(SqlCatalog catalog) {
    CatalogSpace known = newest;
    if (known == null || known.catalog() != catalog) {
      known = new CatalogSpace(catalog, this);
      newest = known;
    }
    return known;
  }

  @Override
  public List<Column> of(ViewDef view, SqlCatalog catalog) {
    return of(catalog).columnsOf(view);
  }
}
