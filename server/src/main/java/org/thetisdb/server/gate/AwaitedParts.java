package org.thetisdb.server.gate;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.SiteToRouter.AwaitedRow;
import org.thetisdb.core.wire.SiteToRouter.AwaitedRows;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.commit.PreparedRows;
import org.thetisdb.server.lock.LockTable;
import org.thetisdb.server.state.SiteLife;
import org.thetisdb.server.txn.OpenTransaction;
import org.thetisdb.server.txn.Transaction;

/**
 * Reports to the router which transactions over several sites wait here for rows, and for which
 * others. Cycles over several sites go through these; the router sees all sites, and finds them
 * (decision 0078). What stands between two of them at this site, such as a call that commits here
 * alone, is left out: one that waits for it waits for all that it waits for.
 *
 * <p>Most waits are over before anybody looks, so nothing is said at once: as long as somebody
 * waits, all of it is looked at and reported a hundred times a second. Owned by the site's engine.
 */
public final class AwaitedParts {
  private static final long LOOK_US = 10_000;

  /**
   * Of those between two, no more are looked at; one that is in a cycle then waits for a bounded
   * time.
   */
  private static final int MOST_SEEN = 1_000;

  /** No more are reported at once. */
  private static final int MOST_TOLD = 4_000;

  private final Scheduler scheduler;
  private final Catalog catalog;
  private final SiteLife life;
  private final LockTable locks;
  private final Set<Transaction> waiting = new LinkedHashSet<>();
  private boolean looksSoon;

  /** The router that was last notified of waits; null if none was. */
  private Connection told;

  /** Nobody waits yet. */
  public AwaitedParts(Scheduler scheduler, Catalog catalog, SiteLife life, LockTable locks) {
    this.scheduler = scheduler;
    this.catalog = catalog;
    this.life = life;
    this.locks = locks;
  }

  /** A call has begun to wait for a row, or for the decision of one that has prepared a row. */
  public void onWait(Transaction t) {
    if (t.part != null) {
      waiting.add(t);
      lookSoon();
    }
  }

  private void lookSoon() {
    if (!looksSoon) {
      looksSoon = true;
      scheduler.schedule(LOOK_US, this::look);
    }
  }

  private void look() {
    looksSoon = false;
    if (life.isStopped()) {
      return;
    }
    waiting.removeIf(t -> !t.awaitsRow());
    if (!waiting.isEmpty()) {
      tell(waiting.iterator().next().connection);
      lookSoon();
    } else if (told != null) {
      told.send(new AwaitedRows(List.of()));
      told = null;
    }
  }

  private void tell(Connection router) {
    List<AwaitedRow> waits = new ArrayList<>(waiting.size());
    for (Transaction t : waiting) {
      if (t.connection == router && waits.size() < MOST_TOLD) {
        new Search(t, waits).run();
      }
    }
    router.send(new AwaitedRows(waits));
    told = router;
  }

  /** Finds those that one waits for, round others that are at this site alone. */
  private final class Search {
    private final Transaction waiter;
    private final List<AwaitedRow> found;
    private final Queue<Transaction> between = new ArrayDeque<>(4);
    private final Set<Transaction> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    Search(Transaction waiter, List<AwaitedRow> found) {
      this.waiter = waiter;
      this.found = found;
    }

    void run() {
      for (Transaction t = waiter; t != null; t = between.poll()) {
        if (t.undecidedRow() != null) {
          addHolders(t);
        } else if (t.awaitedRow() != null) {
          locks.ahead(t.awaitedRow(), t.lockOwner()).forEach(this::visit);
        } else {
          t.state().callsAhead().forEach(this::visit);
        }
      }
    }

    private void visit(LockTable.Owner ahead) {
      Transaction call;
      if (ahead instanceof OpenTransaction open) {
        found.add(new AwaitedRow(waiter.distributedId(), 0, open.session, open.number));
        call = open.running();
      } else {
        call = (Transaction) ahead;
      }
      if (call == null) {
        return;
      }
      if (call.part != null) {
        add(call.distributedId());
      } else if (seen.size() < MOST_SEEN && seen.add(call)) {
        between.add(call);
      }
    }

    /** A transaction that writes a row waits for those that have read it, too. */
    private void addHolders(Transaction t) {
      PreparedRows prepared = catalog.prepared();
      if (t.state().decisionAwaited() != 0) {
        add(t.state().decisionAwaited());
      } else if (t.plan().writesKey(t.undecidedRow())) {
        prepared.forEachHolder(t.undecidedRow(), this::add);
      } else {
        add(prepared.ownerOf(t.undecidedRow()));
      }
    }

    private void add(long ahead) {
      if (ahead != 0 && ahead != waiter.distributedId()) {
        found.add(new AwaitedRow(waiter.distributedId(), ahead, 0, 0));
      }
    }
  }
}
