package org.thetisdb.server.checkpoint;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.thetisdb.replication.membership.Roster;

/**
 * How far each site has said that it needs no log any more. What a site has said holds for ever, so
 * the greatest offset counts. Not thread-safe; the site's engine owns it.
 */
public final class TrimTable {
  private final Map<Integer, long[]> bySite = new TreeMap<>();

  /** Takes over what {@code site} says of logs 1, 2, 3 and so on. */
  public void record(int site, long[] offsets) {
    bySite.merge(site, offsets.clone(), TrimTable::maximum);
  }

  private static long[] maximum(long[] before, long[] now) {
    long[] longer = before.length > now.length ? before : now;
    long[] shorter = longer == before ? now : before;
    for (int i = 0; i < shorter.length; i++) {
      longer[i] = Math.max(longer[i], shorter[i]);
    }
    return longer;
  }

  /**
   * Below this offset no site of the cluster needs the log of {@code log}; 0 as long as one of them
   * has said nothing. So a site that is admitted and not there yet holds all logs; one that has
   * left holds none.
   */
  public long bound(int log, Roster roster) {
    long bound = Long.MAX_VALUE;
    for (int site = 1; site <= roster.highest(); site++) {
      if (roster.needsLogs(site)) {
        long[] offsets = bySite.get(site);
        bound = Math.min(bound, offsets == null || offsets.length < log ? 0 : offsets[log - 1]);
      }
    }
    return bound;
  }

  /** Whether a site has said anything yet. */
  public boolean knows(int site) {
    return bySite.containsKey(site);
  }

  /**
   * Whether one of these sites can begin with what it has kept, so that others can have a copy of
   * it: a site holds all logs until it has spoken, and when it has, it has checkpoints. Only one
   * that came later and has not spoken began with a copy itself, and would need that again, unless
   * no log can have been cut.
   */
  public boolean isKeptByOneOf(List<Integer> sites, Roster roster) {
    return bySite.isEmpty()
        || sites.stream().anyMatch(site -> roster.isFounder(site) || knows(site));
  }

  /** Hands out all that was said. */
  public void copyTo(CheckpointSlice slice) {
    bySite.forEach((site, offsets) -> slice.trimPoints(site, offsets.clone()));
  }
}
