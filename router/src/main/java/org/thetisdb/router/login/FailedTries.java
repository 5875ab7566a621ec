package org.thetisdb.router.login;

import java.util.LinkedHashMap;
import java.util.Map;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.time.Scheduler;

/**
 * Logins that failed, by user and host: each one more is answered later, so that guessing is slow
 * and nobody else waits. Owned by the engine's thread.
 */
final class FailedTries {
  private static final int MOST_KEPT = 10_000;
  private static final long FIRST_US = 50_000;

  /** Less than a client waits for an answer: it is to hear why. */
  private static final long LONGEST_US = 1_500_000;

  private static final long FORGOTTEN_US = 60_000_000;
  private static final int MOST_DOUBLINGS = 5;

  private final Scheduler scheduler;
  private final Map<String, Tries> tries =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Tries> eldest) {
          return size() > MOST_KEPT;
        }
      };

  private record Tries(int count, long lastUs) {}

  FailedTries(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  private static String key(String user, Address from) {
    return from.host() + ' ' + user;
  }

  /** One more has failed; {@code refuse} runs when it may hear so. */
  void note(String user, Address from, Runnable refuse) {
    long nowUs = scheduler.clock().nowUs();
    Tries before = tries.get(key(user, from));
    boolean counts = before != null && nowUs - before.lastUs < FORGOTTEN_US;
    int count = counts ? before.count + 1 : 1;
    tries.put(key(user, from), new Tries(count, nowUs));
    long delayUs = FIRST_US << Math.min(count - 1, MOST_DOUBLINGS);
    scheduler.schedule(Math.min(LONGEST_US, delayUs), refuse);
  }

  /** One has not failed. */
  void forget(String user, Address from) {
    tries.remove(key(user, from));
  }
}
