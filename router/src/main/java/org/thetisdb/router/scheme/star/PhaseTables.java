package org.thetisdb.router.scheme.star;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.agrona.collections.Long2LongHashMap;
import org.thetisdb.core.wire.RouterToSite.TableRights;

/**
 * Which tables are read at all sites under STAR, as the thesis has a copy of TPC-C's items in every
 * partition (decision 0038). Nobody declares them: a table that was not written for a while, and
 * for which alone calls cross partitions, becomes one; it is one no more when it is written often.
 *
 * <pre>
 *   open --(at rest, and wanted)--> closing --(all sites know)--> read everywhere
 *   read everywhere --(written)--> opening --(all sites know)--> open
 * </pre>
 *
 * <p>While a table is not open, only a master of everything writes it; so at no moment one site
 * writes it in its own phase and another one reads its copy. A new router knows nothing of what
 * sites were told before, so all tables are closed until all sites have heard of it. Rights change
 * with phases, by whose numbers sites tell what they know. Not thread-safe.
 */
public final class PhaseTables {
  /** Tables that are not open at most. */
  private static final int MOST_CLOSED = 64;

  /** One write of a table costs about as much as so many calls that need not cross are worth. */
  private static final int CALLS_FOR_A_WRITE = 10;

  private static final long NEVER = Long.MIN_VALUE;

  private final long restUs;
  private final Sites sites;
  private final Long2LongHashMap writtenUs = new Long2LongHashMap(NEVER);
  private final Map<Integer, Entry> entries = new TreeMap<>();

  /** What each site has answered last: it has the rights of that phase, or of a later one. */
  private final long[] known;

  private boolean closesAll = true;

  /** All sites have to know the rights of this phase before a table is open. */
  private long closedSince;

  private TableRights rights = TableRights.ALL_CLOSED;

  /** The sites, as far as tables concern them. */
  @FunctionalInterface
  public interface Sites {
    /** Whether a site may run calls, and nobody has taken its place. */
    boolean mayServe(int site);
  }

  private enum State {
    WANTED,
    CLOSING,
    READ_EVERYWHERE,
    OPENING
  }

  /** A table that is not just open. */
  private static final class Entry {
    private State state = State.WANTED;
    private long since;
    private long sinceUs;
    private long written;
    private long saved;
    private boolean mustOpen;
  }

  /**
   * All tables are closed.
   *
   * @param phase the first that sites are told
   */
  public PhaseTables(long restUs, int mostSites, Sites sites, long phase) {
    this.restUs = restUs;
    this.sites = sites;
    this.known = new long[mostSites + 1];
    this.closedSince = phase;
  }

  /** Sites have forgotten, or will have forgotten, what they were told before a phase. */
  void reset(long phase) {
    entries.clear();
    closesAll = true;
    closedSince = phase;
    rights = TableRights.ALL_CLOSED;
  }

  /** What holds since the last phase began. */
  public TableRights rights() {
    return rights;
  }

  /** A call is about to write a table, or may do so. */
  public void onWrite(int table, long nowUs) {
    writtenUs.put(table, nowUs);
    Entry entry = entries.get(table);
    if (entry != null) {
      entry.written++;
    }
  }

  /** Whether nobody has written a table for a while. */
  public boolean isAtRest(int table, long nowUs) {
    long lastUs = writtenUs.get(table);
    return lastUs == NEVER || nowUs - lastUs >= restUs;
  }

  /** A call crosses partitions only because it reads a table that is at rest. */
  public void onCrossed(int table) {
    if (entries.size() < MOST_CLOSED) {
      entries.computeIfAbsent(table, unused -> new Entry());
    }
  }

  /** A call crosses no partitions, since it reads its site's copy of a table. */
  public void onSaved(int table) {
    Entry entry = entries.get(table);
    if (entry != null) {
      entry.saved++;
    }
  }

  /** An interactive transaction waits to write a table; it has no phase in which it could. */
  public void wantOpen(int table) {
    Entry entry = entries.get(table);
    if (entry != null && entry.state != State.WANTED) {
      entry.mustOpen = true;
    }
  }

  /** Whether sites may write what they master of a table. */
  public boolean isOpen(int table) {
    Entry entry = entries.get(table);
    return !closesAll && (entry == null || entry.state == State.WANTED);
  }

  /** Whether a table may be read at each site. */
  public boolean isReadEverywhere(int table) {
    Entry entry = entries.get(table);
    return entry != null && entry.state == State.READ_EVERYWHERE;
  }

  /** A site has answered a phase. */
  void onPhaseSet(int site, long phase) {
    if (site > 0 && site < known.length) {
      known[site] = Math.max(known[site], phase);
    }
  }

  /** Whether somebody waits for rights that could be changed now. */
  public boolean isPhaseWanted() {
    if (closesAll) {
      return doAllKnow(closedSince);
    }
    for (Entry entry : entries.values()) {
      boolean canGoOn = entry.state == State.READ_EVERYWHERE || doAllKnow(entry.since);
      if ((entry.mustOpen || entry.state == State.OPENING) && canGoOn) {
        return true;
      }
    }
    return false;
  }

  /** A phase is about to begin: rights change as far as all sites know those before. */
  void onPhase(long phase, long nowUs) {
    if (closesAll) {
      if (!doAllKnow(closedSince)) {
        return;
      }
      closesAll = false;
    }
    for (int table : List.copyOf(entries.keySet())) {
      if (!stays(entries.get(table), table, phase, nowUs)) {
        entries.remove(table);
      }
    }
    forgetOld(nowUs);
    rights = new TableRights(false, closed(), those(State.READ_EVERYWHERE));
  }

  /** Whether a table is not just open after the next step. */
  private boolean stays(Entry entry, int table, long phase, long nowUs) {
    switch (entry.state) {
      case WANTED -> {
        if (!isAtRest(table, nowUs)) {
          return false;
        }
        enter(entry, State.CLOSING, phase, nowUs);
      }
      case CLOSING -> {
        if (doAllKnow(entry.since)) {
          enter(entry, entry.mustOpen ? State.OPENING : State.READ_EVERYWHERE, phase, nowUs);
        }
      }
      case READ_EVERYWHERE -> {
        if (entry.mustOpen || isWrittenOften(entry, nowUs)) {
          enter(entry, State.OPENING, phase, nowUs);
        }
      }
      case OPENING -> {
        return !doAllKnow(entry.since);
      }
    }
    return true;
  }

  private static void enter(Entry entry, State state, long phase, long nowUs) {
    entry.state = state;
    entry.since = phase;
    entry.sinceUs = nowUs;
    entry.written = 0;
    entry.saved = 0;
  }

  private boolean isWrittenOften(Entry entry, long nowUs) {
    if (nowUs - entry.sinceUs < restUs) {
      return false;
    }
    boolean isOften = entry.written * CALLS_FOR_A_WRITE > entry.saved;
    entry.sinceUs = nowUs;
    entry.written = 0;
    entry.saved = 0;
    return isOften;
  }

  /** What nobody writes needs no memory; there is no end to tables that came and went. */
  private void forgetOld(long nowUs) {
    Long2LongHashMap.EntryIterator written = writtenUs.entrySet().iterator();
    while (written.hasNext()) {
      written.next();
      if (nowUs - written.getLongValue() >= restUs) {
        written.remove();
      }
    }
  }

  private List<Integer> closed() {
    List<Integer> found = new ArrayList<>();
    entries.forEach(
        (table, entry) -> {
          if (entry.state != State.WANTED) {
            found.add(table);
          }
        });
    return found;
  }

  private List<Integer> those(State state) {
    List<Integer> found = new ArrayList<>();
    entries.forEach(
        (table, entry) -> {
          if (entry.state == state) {
            found.add(table);
          }
        });
    return found;
  }

  private boolean doAllKnow(long phase) {
    for (int site = 1; site < known.length; site++) {
      if (sites.mayServe(site) && known[site] < phase) {
        return false;
      }
    }
    return true;
  }
}
