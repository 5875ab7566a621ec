package org.thetisdb.server.commit;

import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.collections.LongArrayList;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/**
 * The last committed call of each session, so that a repeated call gets its recorded answer (hazard
 * 3). Filled by own commits and by the logs of others, so that every site knows what any site
 * committed.
 *
 * <p>Bounded in number and in bytes: sessions are kept in two generations. When the young one is
 * full, the old one is forgotten, and which it may have held is remembered by {@link
 * ForgottenSessions}. A long result is not kept, only that its call committed. Not thread-safe; the
 * site's engine owns it.
 */
public final class OutcomeTable {
  /** A longer result is not kept, neither here nor in logs and checkpoints. */
  public static final int LONGEST_RESULT_BYTES = 64 << 10;

  /** About what a session takes beside its result. */
  private static final int SESSION_BYTES = 128;

  private final int generationLimit;
  private final long generationBytes;
  private Generation young = new Generation();
  private Generation old = new Generation();
  private final ForgottenSessions forgotten = new ForgottenSessions();

  /**
   * A table that keeps at least {@code sessions} sessions and at most twice as many, or fewer if
   * they take more than {@code bytes} of memory.
   */
  public OutcomeTable(int sessions, long bytes) {
    generationLimit = sessions;
    generationBytes = bytes / 2;
  }

  /** What is kept of a result: all of it, or null if it is too long. */
  public static byte[] kept(byte[] result) {
    return result.length <= LONGEST_RESULT_BYTES ? result : null;
  }

  /** Records a committed call; an older one of the same session is replaced, a newer one stays. */
  public void record(long session, Outcome outcome) {
    Outcome present = find(session);
    if (present != null && present.sequence() > outcome.sequence()) {
      return;
    }
    boolean isFull =
        young.outcomes.size() >= generationLimit && !young.outcomes.containsKey(session);
    if (isFull || young.bytes + outcome.bytes() > generationBytes) {
      forgotten.addAll(old.highest);
      old = young;
      young = new Generation();
    }
    young.put(session, outcome);
  }

  /** The last committed call of a session, or null. */
  public Outcome find(long session) {
    Outcome outcome = young.outcomes.get(session);
    return outcome != null ? outcome : old.outcomes.get(session);
  }

  /**
   * What a call is answered with instead of being run: its own outcome, if it committed before;
   * null if it is to be run.
   *
   * @param session 0 for calls that are no session's, which are always run
   * @param repetition whether it may have run before
   * @throws ThetisException STALE_REQUEST if a later call of the session committed, or if whatever
   *     is known of the session may have been forgotten; RESULT_NOT_KEPT if it committed and no
   *     more is known of it
   */
  public Outcome recorded(long session, long sequence, boolean repetition) {
    Outcome outcome = session == 0 ? null : find(session);
    boolean mayBeForgotten =
        session != 0 && outcome == null && repetition && forgotten.contains(session);
    if (mayBeForgotten || (outcome != null && outcome.sequence() > sequence)) {
      throw new ThetisException(ErrorCode.STALE_REQUEST, sequence, session);
    }
    if (outcome == null || outcome.sequence() != sequence) {
      return null;
    }
    if (outcome.value() == null) {
      throw new ThetisException(
          ErrorCode.RESULT_NOT_KEPT, sequence, session, LONGEST_RESULT_BYTES >> 10);
    }
    return outcome;
  }

  /** The sessions of which not finding one proves nothing; the table's own. */
  public ForgottenSessions forgotten() {
    return forgotten;
  }

  /** About how much memory all that is kept takes. */
  public long bytes() {
    return old.bytes + young.bytes;
  }

  /** Begins to walk over all that is known now. */
  public Walk walk() {
    return new Walk();
  }

  /** Hears of sessions. */
  @FunctionalInterface
  public interface Visitor {
    /** A session and its last committed call. */
    void visit(long session, Outcome outcome);
  }

  /**
   * A walk in pieces, between which calls may be recorded. It visits every session that was known
   * when it began, the old ones first; each as it is then, and some twice.
   */
  public final class Walk {
    private final Generation[] generations = {old, young};
    private int generation;
    private int next;

    /** Visits up to {@code most} sessions; false when there are none left. */
    public boolean step(int most, Visitor visitor) {
      for (int visited = 0; visited < most; visited++) {
        while (next >= generations[generation].sessions.size()) {
          if (++generation == generations.length) {
            generation--;
            return false;
          }
          next = 0;
        }
        long session = generations[generation].sessions.getLong(next++);
        visitor.visit(session, generations[generation].outcomes.get(session));
      }
      return true;
    }
  }

  /** Sessions that came in the same stretch of time, in their order. */
  private static final class Generation {
    private final Long2ObjectHashMap<Outcome> outcomes = new Long2ObjectHashMap<>();
    private final LongArrayList sessions = new LongArrayList();
    private final ForgottenSessions highest = new ForgottenSessions();
    private long bytes;

    void put(long session, Outcome outcome) {
      Outcome before = outcomes.put(session, outcome);
      bytes += outcome.bytes();
      if (before == null) {
        sessions.addLong(session);
        highest.add(session);
      } else {
        bytes -= before.bytes();
      }
    }
  }

  /**
   * A committed call.
   *
   * @param sequence its number in the session
   * @param site where it committed
   * @param position its position in that site's log
   * @param value what it returned, encoded; null if it was too long to be kept
   */
  public record Outcome(long sequence, int site, long position, byte[] value) {
    private int bytes() {
      return SESSION_BYTES + (value == null ? 0 : value.length);
    }
  }
}
