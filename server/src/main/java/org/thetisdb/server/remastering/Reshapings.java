package org.thetisdb.server.remastering;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.core.placement.Reshape;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.RouterToSite.ReshapeRequest;
import org.thetisdb.core.wire.SiteToRouter.Reshaped;
import org.thetisdb.core.wire.SiteToRouter.StageTimes;
import org.thetisdb.server.commit.GroupCommit;
import org.thetisdb.server.mastership.MastershipTable;
import org.thetisdb.server.state.SiteLife;
import org.thetisdb.server.state.SiteProgress;

/**
 * Puts borders into ranges that are mastered here, and takes them out. That is like a release to
 * oneself: when no transaction writes in the range any more, the record goes to the log, and calls
 * that name the old term are routed again. So a transaction that holds a row of a range holds it
 * under the range that will be asked for when it moves. The site goes on under the new borders at
 * once; the router hears of them when the log has them (hazard 1).
 *
 * <p>To split what somebody keeps is not worth a wait: a range that is not free within {@link
 * #PATIENCE_US} stays as it is. Owned by the engine's event loop.
 */
public final class Reshapings {
  /** Long enough for calls that are under way, and short for those that wait meanwhile. */
  static final long PATIENCE_US = 50_000;

  /** Requests that may wait. */
  private static final int MOST_WAITING = 256;

  private final Scheduler scheduler;
  private final MastershipTable mastership;
  private final SiteProgress progress;
  private final SiteLife life;
  private final GroupCommit log;
  private final Releases releases;
  private final Consumer<Reshape> onReshaped;
  private final List<Pending> pending = new ArrayList<>();

  /**
   * None asked for yet.
   *
   * @param onReshaped hears of each change when it is made
   */
  public Reshapings(
      Scheduler scheduler,
      MastershipTable mastership,
      SiteProgress progress,
      SiteLife life,
      GroupCommit log,
      Releases releases,
      Consumer<Reshape> onReshaped) {
    this.scheduler = scheduler;
    this.mastership = mastership;
    this.progress = progress;
    this.life = life;
    this.log = log;
    this.releases = releases;
    this.onReshaped = onReshaped;
    releases.setOnFreed(this::makeWhatIsFree);
  }

  /** Handles a router's request. */
  public void request(Connection router, ReshapeRequest request) {
    Pending asked = new Pending(router, request, scheduler.clock().nowUs());
    if (pending.size() >= MOST_WAITING || !mayReshape(request.change())) {
      refuse(asked);
      return;
    }
    hold(request.change(), true);
    pending.add(asked);
    makeWhatIsFree();
    if (pending.contains(asked)) {
      scheduler.schedule(PATIENCE_US, () -> giveUp(asked));
    }
  }

  private boolean mayReshape(Reshape change) {
    return !releases.isLeaving()
        && mastership.fits(change)
        && mayReshape(change.lower())
        && (change.split() || mayReshape(change.upper()));
  }

  private boolean mayReshape(long part) {
    return mastership.isMasteredHere(part) && !releases.isReleasing(part) && !releases.isKept(part);
  }

  private void hold(Reshape change, boolean held) {
    releases.hold(change.lower(), held);
    if (!change.split()) {
      releases.hold(change.upper(), held);
    }
  }

  /** Nobody writes there. */
  private boolean isFree(Reshape change) {
    return !releases.isWritten(change.lower())
        && (change.split() || !releases.isWritten(change.upper()));
  }

  private void makeWhatIsFree() {
    for (int i = 0; i < pending.size(); ) {
      if (releases.isLeaving()) {
        refuse(take(i));
      } else if (isFree(pending.get(i).request.change())) {
        make(take(i));
      } else {
        i++;
      }
    }
    log.flush();
  }

  private Pending take(int index) {
    Pending taken = pending.remove(index);
    hold(taken.request.change(), false);
    return taken;
  }

  private void make(Pending done) {
    Reshape change = done.request.change();
    log.reshape(change);
    mastership.reshape(change);
    progress.placed(log.position());
    answer(done, true, log.position());
    onReshaped.accept(change);
  }

  private void giveUp(Pending asked) {
    if (!life.isStopped() && pending.remove(asked)) {
      hold(asked.request.change(), false);
      refuse(asked);
    }
  }

  /** What is reported must be in the log (hazard 1). */
  private void refuse(Pending asked) {
    answer(asked, false, progress.placementPosition());
  }

  private void answer(Pending asked, boolean done, long position) {
    Reshape change = asked.request.change();
    if (!mastership.hasRanges()) {
      asked.router.send(
          new Reshaped(
              asked.request.moveId(), progress.report(), false, List.of(), StageTimes.NONE));
      return;
    }
    List<Owner> owners =
        List.of(
            mastership.describe(change.tableId(), change.from()),
            mastership.describe(change.tableId(), change.at()));
    long moveId = asked.request.moveId();
    long madeUs = scheduler.clock().nowUs();
    log.whenDurable(
        position,
        () ->
            asked.router.send(
                new Reshaped(moveId, progress.report(), done, owners, timesOf(asked, madeUs))));
  }

  private StageTimes timesOf(Pending asked, long madeUs) {
    return new StageTimes(0, madeUs - asked.askedUs, 0, scheduler.clock().nowUs() - madeUs);
  }

  /** The router that asked is gone: what is not in the log yet will not be. */
  public void drop(Connection router) {
    for (int i = 0; i < pending.size(); ) {
      if (pending.get(i).router == router) {
        take(i);
      } else {
        i++;
      }
    }
  }

  private record Pending(Connection router, ReshapeRequest request, long askedUs) {}
}
