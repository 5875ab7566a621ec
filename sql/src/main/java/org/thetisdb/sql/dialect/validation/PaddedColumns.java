package org.thetisdb.sql.dialect.validation;

/** What says of its columns which are of CHAR(n). Safe for all threads. */
@FunctionalInterface
public interface PaddedColumns {
  /** The length of the column at a place, counted from 0; 0 if it is not one of CHAR(n). */
  int paddedLength(int place);
}
