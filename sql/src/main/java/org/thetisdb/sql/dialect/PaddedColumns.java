package org.thetisdb.sql.dialect;

/** What says of its columns whether they are of CHAR(n). Safe for all threads. */
@FunctionalInterface
public interface PaddedColumns {
  /** Whether the column at a place is, counted from 0. */
  boolean isPadded(int place);
}
