package org.thetisdb.procedures.runtime;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/**
 * Threads that procedures took along when they did not come back in time. An event loop that loses
 * its thread goes on with another one, but the lost one still uses memory and perhaps a core; so a
 * procedure that holds some of them is not run again until one comes back. Another version of its
 * jar begins with none.
 *
 * <p>Not thread-safe; owned by the event loop whose threads they were.
 */
public final class HeldThreads {
  /** How many a procedure may hold. */
  public static final int LIMIT = 4;

  private final Map<Object, List<Thread>> held = new HashMap<>();

  /** {@code procedure} was called and has not come back; it has {@code thread} now. */
  public void add(Executable procedure, Thread thread) {
    forgetThoseThatEnded(); // each statement is another procedure, so none may be asked for again
    held.computeIfAbsent(procedure.identity(), none -> new ArrayList<>(LIMIT)).add(thread);
  }

  /**
   * Returns if the procedure may be run.
   *
   * @throws ThetisException PROCEDURE_STUCK if it holds too many threads
   */
  public void requireFew(Executable procedure) {
    if (held.isEmpty()) {
      return;
    }
    List<Thread> threads = held.get(procedure.identity());
    if (threads != null && threads.size() >= LIMIT) {
      forgetThoseThatEnded();
      requireFewer(procedure);
    }
  }

  private void requireFewer(Executable procedure) {
    int count = held.getOrDefault(procedure.identity(), List.of()).size();
    if (count >= LIMIT) {
      throw new ThetisException(ErrorCode.PROCEDURE_STUCK, procedure.name(), count);
    }
  }

  private void forgetThoseThatEnded() {
    held.values().forEach(threads -> threads.removeIf(thread -> !thread.isAlive()));
    held.values().removeIf(List::isEmpty);
  }
}
