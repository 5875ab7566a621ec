package org.thetisdb.sql.call;

import org.thetisdb.sql.catalog.CatalogReads;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.compile.CompileBudget;
import org.thetisdb.sql.statement.Compiled;

/**
 * What a text was compiled to, and what of the catalog it depends on. Immutable, safe for all
 * threads.
 *
 * @param bytes about how much of the heap it takes
 */
record CompiledText(Compiled compiled, CatalogReads reads, long bytes) {
  /** Texts longer than this are not kept. */
  private static final int LONGEST_KEPT_CHARS = 64 << 10;

  private static final int LEAST_BYTES = 4 << 10;
  private static final int BYTES_PER_CHAR = 2;

  /**
   * What plans and trees of code take, by the steps that it took to make them: as measured with
   * lookups, joins of four tables, and long lists.
   */
  private static final int BYTES_PER_STEP = 16;

  /** Made by the thread that compiles, within its budget. */
  static CompiledText of(String text, CatalogReads.Noted<Compiled> noted) {
    long bytes =
        LEAST_BYTES
            + (long) BYTES_PER_CHAR * text.length()
            + (long) BYTES_PER_STEP * CompileBudget.takenByThread();
    boolean isKept = text.length() <= LONGEST_KEPT_CHARS;
    return new CompiledText(noted.result(), noted.reads(), isKept ? bytes : 0);
  }

  /** Whether it is worth its place in a cache. */
  boolean isKept() {
    return bytes > 0;
  }

  /** Whether it would be the same, compiled for this catalog. */
  boolean serves(SqlCatalog catalog) {
    return reads.holdIn(catalog);
  }
}
