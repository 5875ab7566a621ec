package org.thetisdb.history.check;

import java.util.Set;
import org.thetisdb.history.History;
import org.thetisdb.history.Status;
import org.thetisdb.history.verdict.Level;
import org.thetisdb.history.verdict.Verdict;

/** Holds histories to levels. See the package for what is checked and how. */
public final class Checker {
  private final History history;
  private final Level level;
  private final Findings findings = new Findings();
  private final Describer describer;

  private Checker(History history, Level level) {
    this.history = history;
    this.level = level;
    this.describer = new Describer(history);
  }

  /** Checks a history. Takes time and memory in proportion to it. */
  public static Verdict check(History history, Level level) {
    return new Checker(history, level).run();
  }

  private Verdict run() {
    VersionOrder order = new VersionOrder(history);
    boolean[] committed = committed(order);
    ReadChecks reads = new ReadChecks(history, order, findings, describer);
    reads.run();
    Set<CyclePass> passes = CyclePass.of(level);
    boolean strict = passes.contains(CyclePass.STRICT);
    boolean sessions = strict || passes.contains(CyclePass.SESSIONS);
    Dependencies edges =
        new DependencyBuilder(history, order, reads, committed).build(sessions, strict);
    CycleSearch search = new CycleSearch(edges, findings, describer);
    passes.forEach(search::run);
    return new Verdict(
        level, history.transactions(), count(committed), unread(order), findings.toList());
  }

  /**
   * What committed: those whose clients know, and those of unknown outcome whose appends were read.
   */
  private boolean[] committed(VersionOrder order) {
    boolean[] committed = new boolean[history.transactions()];
    for (int txn = 0; txn < committed.length; txn++) {
      committed[txn] = history.status(txn) == Status.OK;
    }
    for (int element = 0; element < history.elements(); element++) {
      int txn = history.elementTxn(element);
      if (order.isObserved(element) && history.status(txn) == Status.INFO) {
        committed[txn] = true;
      }
    }
    return committed;
  }

  private static int count(boolean[] committed) {
    int count = 0;
    for (boolean one : committed) {
      count += one ? 1 : 0;
    }
    return count;
  }

  /** Acknowledged appends that no list shows. */
  private int unread(VersionOrder order) {
    int count = 0;
    for (int element = 0; element < history.elements(); element++) {
      boolean acknowledged = history.status(history.elementTxn(element)) == Status.OK;
      count += acknowledged && !order.isObserved(element) ? 1 : 0;
    }
    return count;
  }
}
