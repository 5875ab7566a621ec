package org.thetisdb.router.login;

import java.util.LinkedHashMap;
import java.util.Map;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.router.config.UserLimits;

/**
 * Logins that failed, by user and host, and by host alone: each one more is answered later, so that
 * guessing is slow and nobody else waits; after some no more are looked at for a while. Who guesses
 * from another host locks nobody out. Owned by the engine's thread.
 */
final class FailedTries {
  private static final int MOST_KEPT = 10_000;
  private static final long FIRST_US = 50_000;

  /** Less than a client waits for an answer: it is to hear why. */
  private static final long LONGEST_US = 1_500_000;

  private static final long FORGOTTEN_US = 60_000_000;
  private static final int MOST_DOUBLINGS = 5;

  private final Scheduler scheduler;
  private final UserLimits limits;
  private final Map<String, Tries> tries =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Tries> eldest) {
          return size() > MOST_KEPT;
        }
      };

  private record Tries(int count, long lastUs) {}

  FailedTries(Scheduler scheduler, UserLimits limits) {
    this.scheduler = scheduler;
    this.limits = limits;
  }

  private static String key(String user, Address from) {
    return from.host() + ' ' + user;
  }

  private static String hostKey(Address from) {
    return from.host();
  }

  /** Why a login is not looked at; null if it is. */
  ThetisException refusal(String user, Address from) {
    long waitUs =
        Math.max(
            waitUs(key(user, from), limits.tries()),
            waitUs(hostKey(from), (long) limits.tries() * UserLimits.USERS_OF_ADDRESS));
    return waitUs == 0
        ? null
        : new ThetisException(
            ErrorCode.TOO_MANY_TRIES, from.host(), (waitUs + 999_999) / 1_000_000);
  }

  private long waitUs(String key, long most) {
    Tries failed = tries.get(key);
    return failed == null || failed.count < most
        ? 0
        : Math.max(0, FORGOTTEN_US - (scheduler.clock().nowUs() - failed.lastUs));
  }

  /** One more has failed; {@code refuse} runs when it may hear so. */
  void note(String user, Address from, Runnable refuse) {
    int count = count(key(user, from));
    int unused = count(hostKey(from));
    long delayUs = FIRST_US << Math.min(count - 1, MOST_DOUBLINGS);
    scheduler.schedule(Math.min(LONGEST_US, delayUs), refuse);
  }

  private int count(String key) {
    long nowUs = scheduler.clock().nowUs();
    Tries before = tries.get(key);
    boolean counts = before != null && nowUs - before.lastUs < FORGOTTEN_US;
    int count = counts ? before.count + 1 : 1;
    tries.put(key, new Tries(count, nowUs));
    return count;
  }

  /** One has not failed. */
  void forget(String user, Address from) {
    tries.remove(key(user, from));
  }
}
