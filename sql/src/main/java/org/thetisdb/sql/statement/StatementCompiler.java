package org.thetisdb.sql.statement;

import org.thetisdb.sql.catalog.SqlCatalog;

/**
 * Makes statements of texts. It takes milliseconds, so it is not for an engine's event loop; the
 * same text and catalog make the same statement everywhere. Safe for all threads.
 */
@FunctionalInterface
public interface StatementCompiler {
  /**
   * Compiles one statement.
   *
   * @throws org.thetisdb.core.error.ThetisException with what is wrong with the text, and where
   */
  Compiled compile(String text, SqlCatalog catalog);
}
