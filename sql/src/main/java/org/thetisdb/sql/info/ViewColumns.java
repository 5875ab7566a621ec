package org.thetisdb.sql.info;

import java.util.List;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.ViewDef;
import org.thetisdb.sql.type.SqlType;

/** Says what columns views have: only their queries know. Safe for all threads. */
@FunctionalInterface
public interface ViewColumns {
  /** A column of a view. */
  record Column(String name, SqlType type, boolean nullable) {}

  /**
   * The columns of a view in a version of the catalog; none if its query is good no more. Takes
   * about a millisecond when it is asked for the first time.
   */
  List<Column> of(ViewDef view, SqlCatalog catalog);
}
