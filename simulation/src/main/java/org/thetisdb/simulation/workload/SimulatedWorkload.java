package org.thetisdb.simulation.workload;

import java.util.List;
import java.util.random.RandomGenerator;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.procedures.Procedure;

/**
 * Calls that can be judged afterwards. One object serves all sessions of a run, on one thread.
 *
 * <p>First {@link #load} is called until all of it has committed, then {@link #next} as often as
 * the sessions have time, and when all is at rest {@link #lastCall}. {@link #problems} says what
 * was wrong.
 */
public interface SimulatedWorkload {
  /** Its procedures; of names that no other workload uses. */
  List<Procedure> procedures();

  /** The calls that make its data; each may be made more than once. */
  List<Call> load();

  /** The next call of a session. */
  Call next(int session, RandomGenerator random);

  /** A call of {@link #next} has ended. */
  void ended(Call call, CallOutcome outcome, long beginUs, long endUs);

  /** A call that reads all; made when everything is healed and at rest. */
  Call lastCall();

  /** What the last call returned. */
  void checkLast(Object result);

  /** What broke the promises, in words; empty if nothing did. */
  List<String> problems();

  /**
   * One call of a procedure.
   *
   * @param session which session makes it
   * @param note what the workload wants to remember of it
   */
  record Call(int session, String procedure, Object[] arguments, Object note) {
    /** A call without a note. */
    public static Call of(int session, String procedure, Object... arguments) {
      return new Call(session, procedure, arguments, null);
    }
  }
}
