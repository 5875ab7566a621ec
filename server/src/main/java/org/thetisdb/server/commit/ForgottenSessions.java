package org.thetisdb.server.commit;

import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.thetisdb.core.id.SessionId;

/**
 * Which sessions may have been forgotten: in each epoch all up to the highest that was, and all of
 * the epochs before the first. Ids rise, so a session that is newer than all that were forgotten is
 * known never to have been here; no other one is taken for new (hazard 16). Bounded: the oldest
 * epochs are not told apart. Not thread-safe.
 */
public final class ForgottenSessions {
  /** So many epochs are told apart. */
  static final int MOST_EPOCHS = 256;

  private final TreeMap<Integer, Long> highest = new TreeMap<>();

  /** All up to this one in its epoch may be forgotten from now on. */
  public void add(long session) {
    highest.merge(SessionId.epoch(session), session, Math::max);
    if (highest.size() > MOST_EPOCHS) {
      highest.pollFirstEntry();
    }
  }

  /** All that the other may have forgotten may be forgotten here, too. */
  void addAll(ForgottenSessions other) {
    other.forEach(this::add);
  }

  /** Whether a session may have been forgotten. */
  boolean contains(long session) {
    if (highest.isEmpty()) {
      return false;
    }
    int epoch = SessionId.epoch(session);
    return epoch < highest.firstKey() || session <= highest.getOrDefault(epoch, Long.MIN_VALUE);
  }

  /** Visits the highest forgotten session of each epoch, in the order of the epochs. */
  public void forEach(LongConsumer action) {
    highest.values().forEach(action::accept);
  }
}
