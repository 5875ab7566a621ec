package org.thetisdb.sql.context;

import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.runtime.RowLockMode;

/** A context that locks rows in a mode, and reports those that are taken. */
public interface RowLocker {
  /**
   * Locks a row that was just read, if nobody else has locked it, or changed it since.
   *
   * @return whether it is locked
   */
  boolean tryLock(Row row, RowLockMode mode);

  /**
   * Locks a row that was just read; if others have it locked against that, the run is rolled back.
   *
   * @return whether the row has to be written as it is for the lock to hold: always in the modes
   *     that are not shared, and in the others where a lock cannot be had alone
   */
  boolean lock(Row row, RowLockMode mode);
}
