package org.thetisdb.server.interactive;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.placement.Mastership;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.core.wire.RouterToSite.TransactionRef;
import org.thetisdb.server.lock.LockTable;
import org.thetisdb.server.remastering.Releases;
import org.thetisdb.server.snapshot.Cuts;
import org.thetisdb.server.state.OpenLimits;
import org.thetisdb.server.state.SiteLimits;
import org.thetisdb.server.txn.OpenTransaction;
import org.thetisdb.server.txn.Transaction;

/**
 * The interactive transactions of a site, by session. A wait for one of them is bounded:
 *
 * <ul>
 *   <li>one that wants its rows waits, unless that closes a cycle: see {@link Deadlocks};
 *   <li>one that wants its partitions at another site waits, too; cycles of these the router finds;
 *   <li>a site that leaves the cluster and has nothing else to give up ends it;
 *   <li>one that waits ends it once it has been idle for {@link OpenLimits#idleWantedMs};
 *   <li>an idle one ends after {@link OpenLimits#idleMs}, any after {@link OpenLimits#longestMs}.
 * </ul>
 *
 * <p>Owned by the site's engine.
 */
public final class OpenTransactions implements Releases.InteractiveHolders {
  private static final int REASONS_KEPT = 4_096;

  private final Scheduler scheduler;
  private final Cuts cuts;
  private final LockTable rowLocks;
  private final SiteLimits siteLimits;
  private final Releases releases;
  private final Ending ending;
  private final Map<Long, OpenTransaction> bySession = new LinkedHashMap<>();
  private final Map<Long, ThetisException> reasons =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, ThetisException> eldest) {
          return size() > REASONS_KEPT;
        }
      };

  /** Ends a statement that waits while its transaction ends. */
  public interface Ending {
    void onEnded(Transaction statement, ThetisException why);

    /** A transaction is over: results that belong to it are not read on. */
    void onClosed(OpenTransaction open);
  }

  /** None open yet. */
  public OpenTransactions(
      Scheduler scheduler,
      Cuts cuts,
      LockTable rowLocks,
      SiteLimits siteLimits,
      Releases releases,
      Ending ending) {
    this.scheduler = scheduler;
    this.cuts = cuts;
    this.rowLocks = rowLocks;
    this.siteLimits = siteLimits;
    this.releases = releases;
    this.ending = ending;
  }

  /**
   * The transaction that a call is part of.
   *
   * @throws ThetisException if it is not open any more, or may not be opened
   */
  public OpenTransaction of(Execute call, Connection connection) {
    OpenTransaction open = find(call);
    if (open != null) {
      if (open.running() != null) {
        throw new ThetisException(
            ErrorCode.BAD_REQUEST, "the transaction has another statement under way");
      }
      return open;
    }
    if (!call.transaction().begins()) {
      throw whyEnded(call.session());
    }
    if (bySession.size() >= siteLimits.open().most()) {
      throw new ThetisException(ErrorCode.OVERLOADED, bySession.size() + " open transactions");
    }
    return begin(call, connection);
  }

  private OpenTransaction begin(Execute call, Connection connection) {
    OpenTransaction before = bySession.get(call.session());
    if (before != null) {
      end(before, new ThetisException(ErrorCode.SERIALIZATION_FAILURE, "a later one began"));
    }
    OpenTransaction open =
        new OpenTransaction(
            call.session(), call.transaction(), connection, scheduler.clock().nowUs());
    open.takes(call.attemptId());
    bySession.put(call.session(), open);
    reasons.remove(call.session());
    return open;
  }

  /** The open transaction that a call names; null if there is none. */
  public OpenTransaction find(Execute call) {
    TransactionRef ref = call.transaction();
    OpenTransaction open = bySession.get(call.session());
    return open != null && open.number == ref.number() ? open : null;
  }

  /** Why a session's transaction is not there. */
  public ThetisException whyEnded(long session) {
    ThetisException why = reasons.remove(session);
    return why != null
        ? why
        : new ThetisException(
            ErrorCode.SERIALIZATION_FAILURE, "its site does not know it any more");
  }

  /** Ends a transaction: what it wrote is forgotten, what it holds is free. */
  public void end(OpenTransaction open, ThetisException why) {
    Transaction running = open.running();
    close(open);
    if (why != null) {
      reasons.put(open.session, why);
    }
    if (running != null) {
      ending.onEnded(running, why);
    }
  }

  /** Frees what a transaction holds that committed or was rolled back. */
  void close(OpenTransaction open) {
    if (!bySession.remove(open.session, open)) {
      return;
    }
    open.runNothing();
    ending.onClosed(open);
    List<RowKey> locks = new ArrayList<>(open.locks());
    open.locks().clear();
    for (int i = locks.size() - 1; i >= 0; i--) {
      rowLocks.unlock(locks.get(i), open);
    }
    open.writes.clear();
    open.leaveSnapshot(cuts);
    List<Mastership> pins = open.pins();
    if (!pins.isEmpty()) {
      releases.unpin(pins);
    }
  }

  /**
   * Rolls back what a transaction did since a savepoint, and frees the rows that it has locked
   * since. Their partitions stay here until it ends.
   *
   * @return false if it has no savepoint of this name
   */
  boolean rollbackTo(OpenTransaction transaction, String name) {
    List<RowKey> freed = transaction.rollbackTo(name);
    if (freed == null) {
      return false;
    }
    for (int i = freed.size() - 1; i >= 0; i--) {
      rowLocks.unlock(freed.get(i), transaction);
    }
    return true;
  }

  @Override
  public boolean isKept(long partition) {
    for (OpenTransaction open : bySession.values()) {
      if (open.keeps(partition)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void endInteractive(String why) {
    for (OpenTransaction open : List.copyOf(bySession.values())) {
      if (!open.pins().isEmpty()) {
        end(open, new ThetisException(ErrorCode.SERIALIZATION_FAILURE, why));
      }
    }
  }

  @Override
  public void endHolders(List<Mastership> partitions, String why) {
    for (OpenTransaction open : List.copyOf(bySession.values())) {
      boolean holds = partitions.stream().anyMatch(each -> open.keeps(each.partition()));
      if (holds) {
        end(open, new ThetisException(ErrorCode.SERIALIZATION_FAILURE, why));
      }
    }
  }

  /** Ends those that last, or are idle, for too long. Called from time to time. */
  public void sweep() {
    if (bySession.isEmpty()) {
      return;
    }
    long nowUs = scheduler.clock().nowUs();
    for (OpenTransaction open : List.copyOf(bySession.values())) {
      ThetisException why = open.isIdle() ? whyToEnd(open, nowUs) : null;
      if (why != null) {
        end(open, why);
      }
    }
  }

  private ThetisException whyToEnd(OpenTransaction open, long nowUs) {
    OpenLimits limits = siteLimits.open();
    long idleMs = (nowUs - open.idleSinceUs()) / 1000;
    if (idleMs > limits.idleMs()) {
      return new ThetisException(ErrorCode.IDLE_TRANSACTION, limits.idleMs());
    }
    if ((nowUs - open.startedUs) / 1000 > limits.longestMs()) {
      return new ThetisException(
          ErrorCode.SERIALIZATION_FAILURE,
          "it lasted for more than " + limits.longestMs() / 1000 + " s");
    }
    if (idleMs > limits.idleWantedMs() && isWanted(open)) {
      return new ThetisException(
          ErrorCode.SERIALIZATION_FAILURE,
          "it was idle for more than " + limits.idleWantedMs() + " ms while others waited for it");
    }
    return null;
  }

  private boolean isWanted(OpenTransaction open) {
    for (Mastership pin : open.pins()) {
      if (releases.isReleasing(pin.partition())) {
        return true;
      }
    }
    for (RowKey key : open.locks()) {
      if (rowLocks.isWanted(key, open)) {
        return true;
      }
    }
    return false;
  }

  /** The router of these transactions is gone. */
  public void drop(Connection connection) {
    for (OpenTransaction open : List.copyOf(bySession.values())) {
      if (open.connection == connection) {
        open.runNothing(); // its statement is dropped with the others
        close(open);
      }
    }
  }

  int size() {
    return bySession.size();
  }
}
