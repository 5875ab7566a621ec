package org.thetisdb.router.readmostly;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.thetisdb.core.wire.RouterToSite.TableRights;

/**
 * Which tables are read at all sites under STAR and Dtxn, whose theses have a copy of TPC-C's items
 * in every partition (decision 0038): those that the tracker wants. One is opened when a write of
 * it has to wait, when it is written often, and when calls do not meet it any more.
 *
 * <pre>
 *   open --(wanted)--> closing --(all sites know)--> read everywhere
 *   read everywhere --(written, or of no use)--> opening --(all sites know)--> open
 * </pre>
 *
 * <p>While a table is not open, only a master of everything writes it; so at no moment one site
 * writes it in its own phase and another one reads its copy (hazard 18). A new router knows nothing
 * of what was sent to sites before, so all tables are closed until all sites have heard of it.
 * Rights change with phases, by whose numbers sites tell what they know; where there are none, with
 * each number that is sent to the sites. Not thread-safe.
 */
public final class PhaseTables {
  private final Sites sites;
  private final TableTracker tracker;
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
    CLOSING,
    READ_EVERYWHERE,
    OPENING
  }

  /** A table that is not just open. */
  private static final class Entry {
    private State state = State.CLOSING;
    private long since;
    private boolean mustOpen;

    private Entry(long phase) {
      this.since = phase;
    }

    private void enter(State next, long phase) {
      state = next;
      since = phase;
    }
  }

  /**
   * All tables are closed.
   *
   * @param phase the first that sites are sent
   */
  public PhaseTables(ReadMostlyConfig config, int mostSites, Sites sites, long phase) {
    this.tracker = new TableTracker(config, TableWrites.unwritten(config));
    this.sites = sites;
    this.known = new long[mostSites + 1];
    this.closedSince = phase;
  }

  /** Sites have forgotten, or will have forgotten, what was sent to them before a phase. */
  public void reset(long phase) {
    entries.clear();
    tracker.reset();
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
    tracker.onWrite(table, nowUs);
  }

  /** Whether nobody has written a table for a while. */
  public boolean isReadMostly(int table, long nowUs) {
    return tracker.isReadMostly(table, nowUs);
  }

  /** A call crosses partitions only because it reads a read-mostly table. */
  public void onCrossed(int table, long nowUs) {
    tracker.onCalls(table, 1, nowUs);
  }

  /** A call crosses no partitions, since it reads its site's copy of a table. */
  public void onSaved(int table, long nowUs) {
    if (entries.containsKey(table)) {
      tracker.onCalls(table, 1, nowUs);
    }
  }

  /** An interactive transaction waits to write a table; it has no phase in which it could. */
  public void wantOpen(int table) {
    Entry entry = entries.get(table);
    if (entry != null) {
      entry.mustOpen = true;
    }
  }

  /** Whether sites may write what they master of a table. */
  public boolean isOpen(int table) {
    return !closesAll && !entries.containsKey(table);
  }

  /** Whether a table may be read at each site. */
  public boolean isReadEverywhere(int table) {
    Entry entry = entries.get(table);
    return entry != null && entry.state == State.READ_EVERYWHERE;
  }

  /** A site has answered a phase. */
  public void onPhaseSet(int site, long phase) {
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
  public void onPhase(long phase, long nowUs) {
    if (closesAll) {
      if (!doAllKnow(closedSince)) {
        return;
      }
      closesAll = false;
    }
    for (int table : List.copyOf(entries.keySet())) {
      if (!stays(entries.get(table), table, phase, nowUs)) {
        entries.remove(table);
        tracker.forget(table);
      }
    }
    for (int table : tracker.wanted(nowUs)) {
      if (entries.size() < TableTracker.MOST_TABLES && !entries.containsKey(table)) {
        tracker.choose(table, nowUs);
        entries.put(table, new Entry(phase));
      }
    }
    rights = new TableRights(false, List.copyOf(entries.keySet()), readEverywhere());
  }

  /** Whether a table is not just open after the next step. */
  private boolean stays(Entry entry, int table, long phase, long nowUs) {
    switch (entry.state) {
      case CLOSING -> {
        if (doAllKnow(entry.since)) {
          entry.enter(entry.mustOpen ? State.OPENING : State.READ_EVERYWHERE, phase);
          tracker.beginCounting(table, nowUs);
        }
      }
      case READ_EVERYWHERE -> {
        if (entry.mustOpen || !tracker.isWorthIt(table, nowUs)) {
          entry.enter(State.OPENING, phase);
        }
      }
      case OPENING -> {
        return !doAllKnow(entry.since);
      }
    }
    return true;
  }

  private List<Integer> readEverywhere() {
    List<Integer> found = new ArrayList<>();
    entries.forEach(
        (table, entry) -> {
          if (entry.state == State.READ_EVERYWHERE) {
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
