package org.thetisdb.server.commit;

import org.agrona.collections.Long2ObjectHashMap;

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
  private Long2ObjectHashMap<Outcome> young = new Long2ObjectHashMap<>();
  private Long2ObjectHashMap<Outcome> old = new Long2ObjectHashMap<>();
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
    if (young.size() >= generationLimit && !young.containsKey(session)) {
      forgot |= !old.isEmpty();
      old = young;
      young = new Long2ObjectHashMap<>();
    }
    young.put(session, outcome);
  }

  /** The last committed call of a session, or null. */
  public Outcome find(long session) {
    Outcome outcome = young.get(session);
    return outcome != null ? outcome : old.get(session);
  }

  /** Whether sessions have been forgotten, so that not finding one proves nothing. */
  public boolean hasForgotten() {
    return forgot;
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
