package org.thetisdb.sql;

import org.thetisdb.procedures.Row;

/** A context that locks rows which are about to be written, and tells those that are taken. */
public interface RowLocker {
  /**
   * Locks a row that was just read, if nobody else has locked it, or changed it since.
   *
   * @return whether it is locked
   */
  boolean tryLock(Row row);
}
