package org.thetisdb.sql.code;

import java.util.ArrayList;
import java.util.List;

/**
 * The generated parts of one statement, and whether it ran often enough for classes of them to pay.
 * Parts are added while it is compiled; from then on safe for all threads. Runs are counted without
 * care for threads, so some may be missed.
 */
public final class StatementCode {
  /** A statement that ran so often will run again. */
  private static final int MANY_RUNS = 50;

  /** So many calls take about as long as making a class does. */
  private static final long MANY_CALLS = 50_000;

  private final List<CodePart> parts = new ArrayList<>();
  private int runs;
  private boolean asked;

  /** Takes a query or expressions in. */
  public void add(CodePart part) {
    parts.add(part);
  }

  /** The statement begins to run. */
  public void onRun() {
    runs++;
  }

  /**
   * Whether classes should be made now; true once. What asks has {@link #makeClasses} called where
   * that may take its time.
   */
  public boolean wantsClasses() {
    if (asked || parts.isEmpty()) {
      return false;
    }
    asked = runs >= MANY_RUNS || calls() >= MANY_CALLS;
    return asked;
  }

  private long calls() {
    long calls = 0;
    for (CodePart part : parts) {
      calls += part.calls();
    }
    return calls;
  }

  /** Makes classes of all parts. Takes milliseconds for each. */
  public void makeClasses() {
    parts.forEach(CodePart::makeClass);
  }
}
