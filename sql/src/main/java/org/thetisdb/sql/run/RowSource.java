package org.thetisdb.sql.run;

import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Row;

/** A way to find rows of a table. Immutable. */
public interface RowSource {
  /** Begins to find; the row at hand of the run holds what keys are calculated from. */
  Cursor open(RunContext run);

  /** Whether the keys that it touches follow from the arguments. */
  boolean hasPlan();

  /** Names the keys that it touches. */
  void plan(Plan target, RunContext run, boolean written);

  /** Rows one by one. Not thread-safe. */
  @FunctionalInterface
  interface Cursor {
    /** The next row; null behind the last one. */
    Row next();
  }
}
