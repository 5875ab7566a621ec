package org.thetisdb.sql.context;

import java.time.Instant;

/**
 * A context that knows more of time than {@link org.thetisdb.procedures.Context#now}, which stands
 * still within a transaction. None of its times is before that one. What writes rows by these times
 * writes what it got when it ran: the log has the rows, and nothing is run again from it.
 */
public interface RunClock {
  /** When this run of the statement began; it stands still within the run. */
  Instant statementStart();

  /** What the clock of the site shows now. */
  Instant clock();
}
