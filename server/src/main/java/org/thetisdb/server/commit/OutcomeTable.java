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
 * <p>Bounded: sessions are kept in two generations. When the young one is full, the old one is
 * forgotten; from then on a repetition that is not found may have been forgotten. Not thread-safe;
 * the site's engine owns it.
 */
public final class OutcomeTable {
  private final int generationLimit;
  private Generation young = new Generation();
  private Generation old = new Generation();
  private boolean forgot;

  /** A table that keeps at least {@code sessions} sessions and at most twice as many. */
  public OutcomeTable(int sessions) {
    generationLimit = sessions;
  }

  /** Records a committed call; an older one of the same session is replaced, a newer one stays. */
  public void record(long session, Outcome outcome) {
    Outcome present = find(session);
    if (present != null && present.sequence() > outcome.sequence()) {
      return;
    }
    if (young.outcomes.size() >= generationLimit && !young.outcomes.containsKey(session)) {
      forgot |= !old.outcomes.isEmpty();
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
   *     is known of the session may have been forgotten
   */
  public Outcome recorded(long session, long sequence, boolean repetition) {
    Outcome outcome = session == 0 ? null : find(session);
    boolean mayBeForgotten = session != 0 && outcome == null && repetition && forgot;
    if (mayBeForgotten || (outcome != null && outcome.sequence() > sequence)) {
      throw new ThetisException(ErrorCode.STALE_REQUEST, sequence, session);
    }
    return outcome != null && outcome.sequence() == sequence ? outcome : null;
  }

  /** Whether sessions have been forgotten, so that not finding one proves nothing. */
  public boolean hasForgotten() {
    return forgot;
  }

  /** Remembers that sessions were forgotten before a checkpoint. */
  public void setForgotten() {
    forgot = true;
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

    void put(long session, Outcome outcome) {
      if (outcomes.put(session, outcome) == null) {
        sessions.addLong(session);
      }
    }
  }

  /**
   * A committed call.
   *
   * @param sequence its number in the session
   * @param site where it committed
   * @param position its position in that site's log
   * @param value what it returned, encoded
   */
  public record Outcome(long sequence, int site, long position, byte[] value) {}
}
