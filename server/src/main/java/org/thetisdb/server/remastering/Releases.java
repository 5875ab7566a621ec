package org.thetisdb.server.remastering;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.LongHashSet;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.placement.Mastership;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.RouterToSite.Leave;
import org.thetisdb.core.wire.RouterToSite.Release;
import org.thetisdb.core.wire.SiteToRouter.Released;
import org.thetisdb.core.wire.SiteToRouter.StageTimes;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.commit.GroupCommit;
import org.thetisdb.server.mastership.Masterships;
import org.thetisdb.server.state.CallRules;
import org.thetisdb.server.state.SiteData;
import org.thetisdb.server.state.SiteLife;
import org.thetisdb.server.state.SiteProgress;
import org.thetisdb.server.txn.OpenTransaction;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.store.Snapshot;

/**
 * Gives up mastership (DynaMast, Algorithm 1): waits until no transaction here writes the
 * partitions any more, puts the release in the log, and answers when the log has it. A partition
 * has one release in a term, whichever router asks (hazard 2).
 */
public final class Releases {
  /** Bytes of rows that go with one release at most. */
  public static final int MOST_BYTES = Shipping.MOST_PULLED_BYTES;

  private static final long NONE = 0;

  /** Partitions that one answer names. */
  private static final int MOST_NAMED = 256;

  private final Scheduler scheduler;
  private final SiteData data;
  private final SiteProgress progress;
  private final SiteLife life;
  private final GroupCommit log;
  private final Shipping shipping;
  private final Runnable onLeft;
  private final Long2LongHashMap writers = new Long2LongHashMap(NONE);

  /** Transactions over several sites that will be decided here. */
  private int decided;

  private final LongHashSet releasing = new LongHashSet();
  private final ArrayDeque<Arrived> arrived = new ArrayDeque<>(4);
  private final List<Pending> pending = new ArrayList<>();
  private final List<Runnable> deferred = new ArrayList<>(0);
  private Leaving leaving;
  private InteractiveHolders interactive;
  private Runnable onFreed = () -> {};
  private OwnershipGiver ownership;
  private Consumer<Runnable> behindCalls = Runnable::run;

  /** Interactive transactions, which keep partitions here beyond the end of their statements. */
  public interface InteractiveHolders {
    /** Whether one of them keeps a partition here. */
    boolean isKept(long partition);

    /** Ends all that keep a partition here: all of them go to other sites. */
    void endInteractive(String why);

    /** Ends those that keep one of these partitions here. */
    void endHolders(List<Mastership> partitions, String why);
  }

  /**
   * None asked for yet.
   *
   * @param scheme says whether rows go with their mastership
   * @param watermark what versions may be given up
   * @param onLeft runs when the log has acknowledged that this site leaves
   */
  public Releases(
      Scheduler scheduler,
      SiteData data,
      SiteProgress progress,
      SiteLife life,
      GroupCommit log,
      CallRules scheme,
      Supplier<Snapshot> watermark,
      Runnable onLeft) {
    this.scheduler = scheduler;
    this.data = data;
    this.progress = progress;
    this.life = life;
    this.log = log;
    this.shipping = new Shipping(data, log, scheme, watermark);
    this.onLeft = onLeft;
  }

  /** Completes the pair. */
  public void setInteractive(InteractiveHolders transactions) {
    interactive = transactions;
  }

  /** Completes the pair: runs what it is given behind the calls that have come to the site. */
  public void setBehindCalls(Consumer<Runnable> runsBehind) {
    behindCalls = runsBehind;
  }

  /** Completes the pair: hears when transactions are done for which the giver waits. */
  public void setOwnershipGiver(OwnershipGiver giver) {
    ownership = giver;
  }

  /** What this site lends, and what is lent to it. */
  public OwnershipGiver ownership() {
    return ownership;
  }

  /** Completes the pair: hears when transactions are done while borders are to change. */
  void setOnFreed(Runnable hears) {
    onFreed = hears;
  }

  /** Whether new writes on a partition are held off since it is about to be released. */
  public boolean isReleasing(long partition) {
    return leaving != null || (!releasing.isEmpty() && releasing.contains(partition));
  }

  /** Whether this site is asked to leave, or has left. */
  public boolean isLeaving() {
    return leaving != null || life.hasLeft();
  }

  /** Whether a transaction writes a partition. */
  boolean isWritten(long partition) {
    return writers.get(partition) != NONE;
  }

  /** Whether a transaction writes a partition of which a condition holds. */
  public boolean isAnyWritten(LongPredicate which) {
    for (long partition : writers.keySet()) {
      if (which.test(partition)) {
        return true;
      }
    }
    return false;
  }

  /** Whether an interactive transaction keeps a partition here. */
  boolean isKept(long partition) {
    return isWritten(partition) && interactive.isKept(partition);
  }

  /** Holds off new writes on a partition whose borders are to change, or lets them in again. */
  void hold(long partition, boolean held) {
    if (held) {
      releasing.add(partition);
    } else {
      releasing.remove(partition);
    }
  }

  /**
   * A call is going to write its partitions. One that is decided here need not write any: all of
   * its rows may be prepared at other sites.
   */
  public void pin(Transaction t) {
    decided += t.isDecidedHere() ? 1 : 0;
    pin(t.call.written());
  }

  /** It is done. */
  public void unpin(Transaction t) {
    decided -= t.isDecidedHere() ? 1 : 0;
    unpin(t.call.written());
  }

  /** A transaction is going to write these partitions. */
  public void pin(List<Mastership> partitions) {
    for (int i = 0; i < partitions.size(); i++) {
      long partition = partitions.get(i).partition();
      writers.put(partition, writers.get(partition) + 1);
    }
  }

  /** It is done with them. */
  public void unpin(List<Mastership> partitions) {
    for (int i = 0; i < partitions.size(); i++) {
      long partition = partitions.get(i).partition();
      long left = writers.get(partition) - 1;
      if (left == NONE) {
        writers.remove(partition);
      } else {
        writers.put(partition, left);
      }
    }
    if (!pending.isEmpty() || leaving != null) {
      scheduler.execute(this::releaseWhatIsFree);
    }
    if (!releasing.isEmpty()) {
      scheduler.execute(onFreed);
    }
    if (ownership.isGiving()) {
      scheduler.execute(ownership::proceed);
    }
  }

  /**
   * Handles a router's request. A router asks for a partition on behalf of the next call as soon as
   * it has sent the one for which the partition has come, so both may arrive together. That call
   * pins what it writes before the request is judged: else it would find the partition on its way
   * to others and ask for it anew, and of many that do so none would ever run (decision 0016).
   */
  public void request(Connection router, Release request) {
    arrived.add(new Arrived(router, request));
    behindCalls.accept(this::judgeNext);
  }

  private void judgeNext() {
    Arrived next = arrived.poll();
    if (next != null) { // not withdrawn, and its router leads
      judge(next.router, next.request);
    }
  }

  private void judge(Connection router, Release request) {
    if (leaving != null && !life.hasLeft()) {
      deferred.add(() -> judge(router, request));
      return;
    }
    List<Owner> refused = new ArrayList<>();
    List<Mastership> accepted = new ArrayList<>();
    for (Mastership partition : request.released()) {
      if (mayRelease(partition, request.grantee())) {
        accepted.add(partition);
        releasing.add(partition.partition());
      } else {
        refused.add(data.mastership().describe(partition));
      }
    }
    pending.add(new Pending(router, request, accepted, refused, scheduler.clock().nowUs()));
    releaseWhatIsFree();
  }

  /** Handles a router's request to have a release back that still waits. */
  public void withdraw(Connection router, long moveId) {
    for (Arrived asked : arrived) {
      if (asked.is(router, moveId)) {
        arrived.remove(asked);
        refuse(asked);
        return;
      }
    }
    for (Pending asked : pending) {
      if (asked.router == router && asked.request.moveId() == moveId) {
        for (Mastership partition : asked.accepted) {
          releasing.remove(partition.partition());
          asked.refused.add(data.mastership().describe(partition));
        }
        asked.accepted.clear();
        releaseWhatIsFree();
        return;
      }
    }
  }

  /** A release has waited long enough for interactive transactions: those it waits for end. */
  public void endHolders(Connection router, long moveId) {
    for (Pending asked : List.copyOf(pending)) {
      if (asked.router == router && asked.request.moveId() == moveId) {
        interactive.endHolders(asked.accepted, "a range that it has written moves to another site");
      }
    }
  }

  private void refuse(Arrived asked) {
    List<Owner> refused = new ArrayList<>();
    for (Mastership partition : asked.request.released()) {
      refused.add(data.mastership().describe(partition));
    }
    pending.add(
        new Pending(asked.router, asked.request, List.of(), refused, scheduler.clock().nowUs()));
    releaseWhatIsFree();
  }

  /**
   * Whether a release that takes a partition away waits for this transaction anyway, since it keeps
   * another one that goes with it: then the transaction may go on and write this one, too.
   */
  public boolean waitsFor(OpenTransaction transaction, long partition) {
    for (Pending request : pending) {
      if (Masterships.contain(request.accepted, partition)) {
        for (Mastership other : request.accepted) {
          if (transaction.keeps(other.partition())) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /**
   * Whether a partition is, or will be, given up. One that is still on its way here in the term
   * before goes on when it has come and those that wait for it have run: were it refused, its
   * router would ask again and again.
   */
  private boolean mayRelease(Mastership requested, int grantee) {
    long partition = requested.partition();
    return !data.roster().is(grantee, SiteStanding.DRAINING)
        && !data.roster().is(grantee, SiteStanding.GONE)
        && leaving == null
        && (isHere(requested) || isOnItsWay(requested))
        && !releasing.contains(partition);
  }

  private boolean isHere(Mastership requested) {
    return data.mastership().isOwn(requested.partition())
        && data.mastership().term(requested.partition()) + 1 == requested.term();
  }

  private boolean isOnItsWay(Mastership requested) {
    return !data.mastership().isOwn(requested.partition())
        && data.mastership().termAt(requested) + 1 < requested.term();
  }

  /** Partitions have come to this site, or to others. */
  public void onMoved() {
    if (!pending.isEmpty()) {
      scheduler.execute(this::releaseWhatIsFree);
    }
  }

  /** Something was lent, or given back. */
  public void onOwnerships() {
    releaseWhatIsFree();
  }

  private void releaseWhatIsFree() {
    for (int i = 0; i < pending.size(); ) {
      if (isFree(pending.get(i))) {
        release(pending.remove(i));
      } else {
        i++;
      }
    }
    boolean idle = pending.isEmpty() && writers.isEmpty() && decided == 0 && !ownership.isBound();
    if (leaving != null && !life.hasLeft() && idle) {
      leave();
    }
  }

  /** Something that releases may wait for has changed. */
  public void look() {
    if (!pending.isEmpty()) {
      releaseWhatIsFree();
    }
  }

  /** What is lent goes to nobody but the borrower until it is given back. */
  private boolean isFree(Pending request) {
    int holder = data.mastership().ownerships().holderFor(data.self());
    for (Mastership partition : request.accepted) {
      if (holder != data.self() && holder != request.request.grantee()) {
        return false;
      }
      if (writers.get(partition.partition()) != NONE || isOnItsWay(partition)) {
        return false;
      }
      if (shipping.isNeeded(partition.partition(), request.request)
          && !shipping.isReady(partition.partition())) {
        return false;
      }
    }
    return true;
  }

  private void release(Pending done) {
    Release request = done.request;
    Shipping.Load load = new Shipping.Load(request);
    for (Mastership partition : done.accepted) {
      releasing.remove(partition.partition());
      if (isHere(partition) && shipping.release(partition, request, load)) {
        data.mastership().move(partition.partition(), partition.term(), request.grantee());
      } else {
        done.refused.add(data.mastership().describe(partition)); // went elsewhere, or stays
      }
    }
    progress.placed(log.position());
    long madeUs = scheduler.clock().nowUs();
    log.whenDurable(
        log.position(),
        () ->
            done.router.send(
                new Released(
                    request.moveId(),
                    progress.report(),
                    done.refused,
                    load.tooLarge(),
                    timesOf(done, madeUs))));
  }

  private StageTimes timesOf(Pending done, long madeUs) {
    return new StageTimes(0, madeUs - done.askedUs, 0, scheduler.clock().nowUs() - madeUs);
  }

  /**
   * Handles a router's request that this site leave the cluster: when nothing is written any more,
   * and nothing is mastered here that has a place in the list of moves. Not before one of those
   * that stay has kept the state in which they would begin anew; the router asks again.
   */
  public void requestLeave(Connection router, Leave request) {
    List<Owner> owned = data.mastership().movedTo(data.self(), MOST_NAMED);
    boolean isKept = data.trimPoints().isKeptByOneOf(request.successors(), data.roster());
    if (owned.isEmpty() && !isKept && !life.hasLeft()) {
      owned = List.of(data.mastership().describe(Catalog.PARTITION)); // true, and no consent
    }
    if (!owned.isEmpty()) {
      router.send(new Released(request.moveId(), progress.report(), owned));
    } else if (life.hasLeft()) {
      log.whenDurable(
          progress.placementPosition(),
          () -> router.send(new Released(request.moveId(), progress.report(), List.of())));
    } else {
      leaving = new Leaving(router, request);
      interactive.endInteractive("its site leaves the cluster");
      releaseWhatIsFree();
    }
  }

  /** Requests that came while it was open whether this site leaves. */
  private void resume() {
    List<Runnable> requests = new ArrayList<>(deferred);
    deferred.clear();
    requests.forEach(Runnable::run);
  }

  private void leave() {
    Leaving done = leaving;
    if (!data.mastership().movedTo(data.self(), 1).isEmpty()) {
      leaving = null;
      requestLeave(done.router, done.request);
      resume();
      return;
    }
    life.leave();
    progress.placed(log.leave(done.request.successors()));
    data.roster().leave(data.self(), done.request.successors());
    log.whenDurable(
        log.position(),
        () -> {
          done.router.send(new Released(done.request.moveId(), progress.report(), List.of()));
          onLeft.run();
        });
    resume();
  }

  /** The router that asked is gone: what is not in the log will not be released. */
  public void drop(Connection router) {
    arrived.removeIf(asked -> asked.router == router);
    for (Pending request : pending) {
      if (request.router == router) {
        request.accepted.forEach(partition -> releasing.remove(partition.partition()));
      }
    }
    pending.removeIf(request -> request.router == router);
    if (leaving != null && leaving.router == router && !life.hasLeft()) {
      leaving = null;
      deferred.clear();
    }
  }

  private record Leaving(Connection router, Leave request) {}

  /** A request that the calls which came before it have not let pass yet. */
  private record Arrived(Connection router, Release request) {
    boolean is(Connection asker, long moveId) {
      return router == asker && request.moveId() == moveId;
    }
  }

  private record Pending(
      Connection router,
      Release request,
      List<Mastership> accepted,
      List<Owner> refused,
      long askedUs) {}
}
