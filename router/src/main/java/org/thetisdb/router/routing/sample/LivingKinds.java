package org.thetisdb.router.routing.sample;

import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.collections.LongHashSet;

/**
 * Which kinds of transactions clients still run. A kind is one statement's text, or one procedure.
 * When a kind that was frequent has not been seen for a second, while others were, clients do
 * something else now: tables have been loaded, say, and the application begins. What such a kind
 * wrote together says nothing about the load of now, and would outweigh for half a minute what
 * does.
 *
 * <p>Rare kinds, among them texts with literals, are never taken for silent. Bounded: two
 * generations of entries, of which the older one is forgotten when the younger one is full. Not
 * thread-safe.
 */
public final class LivingKinds {
  /** Of these nothing is said. */
  public static final long UNKNOWN = 0;

  private static final long SILENT_US = 1_000_000;

  /** Fewer updates of other kinds do not show that clients work. */
  private static final int LEAST_OTHERS = 32;

  /** A kind of which fewer came is rare. */
  private static final int FREQUENT = 64;

  private static final int GENERATION = 1_024;

  private Long2ObjectHashMap<Kind> younger = new Long2ObjectHashMap<>();
  private Long2ObjectHashMap<Kind> older = new Long2ObjectHashMap<>();
  private long seenInAll;

  /** One kind, and when it came last. */
  private static final class Kind {
    private int seen;
    private long lastUs;
    private long lastOfAll;

    /** Whether it was reported that it is silent. */
    private boolean told;

    boolean isSilent(long seenInAll, long nowUs) {
      return seen >= FREQUENT
          && nowUs - lastUs > SILENT_US
          && seenInAll - lastOfAll >= LEAST_OTHERS;
    }
  }

  /** An update of a kind is there. */
  public void onSeen(long kind, long nowUs) {
    seenInAll++;
    if (kind == UNKNOWN) {
      return;
    }
    Kind known = younger.get(kind);
    if (known == null) {
      known = comesBack(kind);
    }
    known.seen = Math.min(FREQUENT, known.seen + 1);
    known.lastUs = nowUs;
    known.lastOfAll = seenInAll;
    known.told = false;
  }

  private Kind comesBack(long kind) {
    Kind known = older.remove(kind);
    if (younger.size() >= GENERATION) {
      older = younger;
      younger = new Long2ObjectHashMap<>();
    }
    known = known == null ? new Kind() : known;
    younger.put(kind, known);
    return known;
  }

  /** Adds the kinds that were frequent and that nobody runs any more; each once. */
  public void takeSilent(LongHashSet silent, long nowUs) {
    take(younger, silent, nowUs);
    take(older, silent, nowUs);
  }

  private void take(Long2ObjectHashMap<Kind> kinds, LongHashSet silent, long nowUs) {
    kinds.forEachLong(
        (kind, known) -> {
          if (!known.told && known.isSilent(seenInAll, nowUs)) {
            known.told = true;
            silent.add(kind);
          }
        });
  }
}
