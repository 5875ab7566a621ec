package org.thetisdb.server.txn;

/**
 * Ends a run that cannot go on as it was planned. Thrown out of a row access through the
 * procedure's code; the context remembers it, so that a procedure which swallows it is undone all
 * the same.
 */
final class UndoSignal extends Error {
  private static final long serialVersionUID = 1L;

  /** A row is mastered elsewhere: run again at a cut. */
  static final UndoSignal AT_A_CUT = new UndoSignal("run again at a cut");

  /** A row that is to be written is mastered elsewhere: the router has to place it first. */
  static final UndoSignal REPLAN = new UndoSignal("plan again at the router");

  /** A row met while running is locked, or newer than the snapshot. */
  static final UndoSignal CONFLICT = new UndoSignal("lost a conflict");

  private UndoSignal(String message) {
    super(message, null, false, false);
  }
}
