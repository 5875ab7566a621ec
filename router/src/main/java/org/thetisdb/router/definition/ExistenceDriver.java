package org.thetisdb.router.definition;

import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.router.call.CallQueue;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.call.ResultForm;
import org.thetisdb.router.catalog.RouterCatalog;
import org.thetisdb.router.system.SystemCalls;
import org.thetisdb.router.term.EngineParts;
import org.thetisdb.sql.call.SystemCall;
import org.thetisdb.sql.catalog.Existence.Right;
import org.thetisdb.sql.catalog.Existence.State;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.define.step.ExistenceChanges;

/**
 * Takes each table that foreign keys refer to from state to state (decision 0019, hazard 17):
 *
 * <pre>
 *   THAWED --(long enough, and somebody refers to it)--> BETWEEN
 *   FROZEN --(a row is to vanish)--> BETWEEN
 *   BETWEEN --(all sites know, a call waits for it, or nobody refers to it)--> THAWED
 *   BETWEEN --(all sites know)--> FROZEN
 * </pre>
 *
 * A change out of BETWEEN is a commit that depends on all that sites committed before they knew. A
 * router that finds a table there finishes what another one began. After each thaw the table stays
 * so for twice as long as after the one before, so that a table whose rows vanish again and again
 * comes to rest. Owned by the engine's thread.
 */
public final class ExistenceDriver {
  private static final Logger LOG = LoggerFactory.getLogger(ExistenceDriver.class);

  /** How long a table stays thawed after its first thaw. */
  static final long HOLD_US = 30_000_000;

  private static final int MOST_HOLD_DOUBLINGS = 7;
  private static final ResultForm<Right> RIGHT = ExistenceDriver::right;
  private static final long POLL_US = 1_000;
  private static final int MOST_POLL_DOUBLINGS = 6;

  private final EngineParts parts;
  private final RouterCatalog catalog;
  private final SystemCalls calls;
  private final DefinitionBarrier barrier;
  private final Consumer<PendingCall> goOn;
  private final TreeMap<Integer, Parent> parents = new TreeMap<>();
  private boolean closed;

  /** A driver; {@code goOn} has a call routed again. */
  public ExistenceDriver(
      EngineParts parts,
      RouterCatalog catalog,
      SystemCalls calls,
      DefinitionBarrier barrier,
      Consumer<PendingCall> goOn) {
    this.parts = parts;
    this.catalog = catalog;
    this.calls = calls;
    this.barrier = barrier;
    this.goOn = goOn;
  }

  /** One table. */
  private final class Parent {
    private final int table;

    /** Calls that want rows to vanish. */
    private final CallQueue waiting = new CallQueue();

    /** Whether a change was asked for and is not answered. */
    private boolean changing;

    /** The last timer that was set; older ones do nothing. */
    private int timer;

    /**
     * How often it was looked for the word of all sites, or for another answer, without success.
     */
    private int polls;

    /** The version in which it was found thawed, and when it is to be frozen again. */
    private long thawedIn = -1;

    private long freezeUs;

    Parent(int table) {
      this.table = table;
    }

    private boolean isReferredTo() {
      return ExistenceChanges.isParent(catalog.sql(), table);
    }

    /** Does what is to be done at this moment. */
    void step() {
      timer++;
      if (closed || changing) {
        return;
      }
      Right right = catalog.existence().of(table);
      switch (right.state()) {
        case THAWED -> onThawed(right);
        case BETWEEN -> onBetween(right);
        case FROZEN -> {
          if (!waiting.isEmpty()) {
            change(right, State.BETWEEN);
          }
        }
      }
    }

    private void onThawed(Right right) {
      for (PendingCall call : waiting.releaseAll()) {
        goOn.accept(call);
      }
      if (!isReferredTo()) {
        return;
      }
      long nowUs = parts.scheduler().clock().nowUs();
      if (thawedIn != right.version()) {
        thawedIn = right.version();
        freezeUs = nowUs + holdUs(right.thaws());
      }
      if (nowUs >= freezeUs) {
        change(right, State.BETWEEN);
      } else {
        again(freezeUs - nowUs);
      }
    }

    private void onBetween(Right right) {
      VersionVector from = barrier.inForceFrom(right.version());
      // A call may not ask for more than sites have reported: their reports follow their word.
      if (from == null || !parts.cuts().known().covers(from)) {
        poll();
      } else {
        change(right, waiting.isEmpty() && isReferredTo() ? State.FROZEN : State.THAWED);
      }
    }

    private void poll() {
      again(POLL_US << Math.min(MOST_POLL_DOUBLINGS, polls++));
    }

    private void again(long delayUs) {
      int mine = ++timer;
      parts
          .scheduler()
          .schedule(
              delayUs,
              () -> {
                if (mine == timer) {
                  step();
                }
              });
    }

    private void change(Right right, State next) {
      changing = true;
      calls.submit(
          SystemCall.CHANGE_EXISTENCE,
          RIGHT.to(
              (error, message, vector, now) -> {
                changing = false;
                if (error == 0 && learn(right, now)) {
                  LOG.info("table {}: {}", table, catalog.existence().of(table));
                  polls = 0;
                  step();
                } else if (!closed) {
                  poll();
                }
              }),
          table,
          right.version(),
          next.code());
    }

    /** Whether there is another right now than before. */
    private boolean learn(Right before, Right now) {
      catalog.learn(table, now);
      barrier.announce(catalog.existence().version());
      return now.version() != before.version();
    }
  }

  private static Right right(byte[] value) {
    Object[] parts = ValueCodec.decodeArguments(value);
    return new Right(State.ofCode((Integer) parts[1]), (Long) parts[0], (Integer) parts[2]);
  }

  /** How long a table stays thawed after so many thaws; one that never was is frozen at once. */
  private static long holdUs(int thaws) {
    return thaws == 0 ? 0 : HOLD_US << Math.min(MOST_HOLD_DOUBLINGS, thaws - 1);
  }

  private Parent parent(int table) {
    return parents.computeIfAbsent(table, Parent::new);
  }

  /** The catalog, or the rights, may have changed. */
  public void onCatalog() {
    for (String name : catalog.sql().parents()) {
      TableDef table = catalog.sql().table(name);
      if (table != null && ExistenceChanges.isParent(catalog.sql(), table.tableId())) {
        parent(table.tableId());
      }
    }
    catalog.existence().all().keySet().forEach(this::parent);
    List.copyOf(parents.values()).forEach(Parent::step);
  }

  /** Holds a call until rows of these tables may vanish, one table after the other. */
  public void await(PendingCall call, List<Integer> vanishing) {
    for (int table : vanishing) {
      if (catalog.existence().of(table).state() != State.THAWED) {
        Parent parent = parent(table);
        parent.waiting.add(call);
        parent.step();
        return;
      }
    }
    goOn.accept(call);
  }

  /** The router leads no more. */
  public void close() {
    closed = true;
  }
}
