package org.thetisdb.procedures.runtime;

/** What a call does about a row that it wants to lock and another transaction has locked. */
public enum RowWait {
  /** It waits until the row is free. */
  WAIT,
  /** It ends with an error. */
  REFUSE,
  /** It does without the row. */
  SKIP
}
