package org.thetisdb.sql.integrity;

import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;

/**
 * What a transaction does about the right of rows to exist (decision 0019, hazard 17). Each method
 * but {@link #applied} may end the run, which then begins anew. As long as its run. Not
 * thread-safe.
 */
public interface ExistenceGuard {
  /** Where rows may vanish at any time, so that children write their parents. */
  ExistenceGuard NONE =
      new ExistenceGuard() {
        @Override
        public boolean relyOn(Table parent) {
          return false;
        }

        @Override
        public Row applied(Table table, byte[] key) {
          throw new IllegalStateException("nobody relies on table " + table.name());
        }

        @Override
        public void onMissing() {}

        @Override
        public void onVanishing(Table parent) {}
      };

  /**
   * Whether no row of a table may vanish. Then it is enough for a row that refers to one to find it
   * {@link #applied}; else it must write it. If so, the transaction takes note of it.
   */
  boolean relyOn(Table parent);

  /**
   * A row as the transaction has written it, or else as it is applied at this site, which may be
   * newer than the transaction's snapshot; null if it is not there. The transaction is not taken to
   * have read it.
   */
  Row applied(Table table, byte[] key);

  /** A row was not found {@link #applied}. Returns if it is nowhere. */
  void onMissing();

  /** A row of a table that others refer to is deleted, or what they refer to is changed. */
  void onVanishing(Table parent);
}
