package org.thetisdb.server.failover;

import java.util.List;
import java.util.stream.Stream;
import org.agrona.collections.Int2ObjectHashMap;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.RouterToSite.Leave;
import org.thetisdb.core.wire.RouterToSite.Release;
import org.thetisdb.core.wire.SiteToRouter.Released;
import org.thetisdb.core.wire.SiteToRouter.SuccessorReady;
import org.thetisdb.replication.log.CommitLog;
import org.thetisdb.replication.log.SoleWriter;
import org.thetisdb.replication.membership.Membership;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.commit.GroupCommit;
import org.thetisdb.server.ownership.LostLenders;
import org.thetisdb.server.ownership.OwnershipRequest;
import org.thetisdb.server.refresh.RefreshEvents;
import org.thetisdb.server.state.CallRules;
import org.thetisdb.server.state.SiteData;
import org.thetisdb.server.state.SiteLife;
import org.thetisdb.server.state.SiteProgress;

/** The lost sites of which this one is the failover successor. Owned by the engine's event loop. */
public final class FailoverSuccessors implements LostLenders {
  private final Scheduler scheduler;
  private final SiteData data;
  private final SiteProgress progress;
  private final SiteLife life;
  private final GroupCommit ownLog;
  private final CallRules scheme;
  private final CommitLog log;
  private final Membership membership;
  private final Int2ObjectHashMap<FailoverSuccessor> active = new Int2ObjectHashMap<>();
  private final Int2ObjectHashMap<Connection> beginning = new Int2ObjectHashMap<>();

  /** None yet. */
  public FailoverSuccessors(
      Scheduler scheduler,
      SiteData data,
      SiteProgress progress,
      SiteLife life,
      GroupCommit ownLog,
      CallRules scheme,
      CommitLog log,
      Membership membership) {
    this.scheduler = scheduler;
    this.data = data;
    this.progress = progress;
    this.life = life;
    this.ownLog = ownLog;
    this.scheme = scheme;
    this.log = log;
    this.membership = membership;
  }

  /** A router asks this site to be the failover successor of another. */
  public void request(Connection router, int site) {
    FailoverSuccessor present = active.get(site);
    if (present != null) {
      present.askedBy(router);
    } else if (site != data.self() && beginning.put(site, router) == null) {
      membership.nextIncarnation(site, scheduler, result -> begin(site, result));
    }
  }

  private void begin(int site, Membership.Result<Integer> incarnation) {
    Connection router = beginning.remove(site);
    if (life.isStopped()) {
      return;
    }
    if (incarnation.error() != null) {
      router.send(new SuccessorReady(site, 0, progress.report()));
      return;
    }
    SoleWriter writer = new SoleWriter(log, site, incarnation.value(), scheduler);
    FailoverSuccessor successor =
        new FailoverSuccessor(
            data,
            progress,
            life,
            ownLog,
            scheme,
            site,
            incarnation.value(),
            writer,
            () -> active.remove(site));
    active.put(site, successor);
    successor.begin(router);
  }

  /** A router wants partitions of a lost site. */
  public void release(Connection router, Release request) {
    FailoverSuccessor successor = active.get(request.onBehalfOf());
    if (successor != null) {
      successor.release(router, request);
    } else {
      refuse(
          router, request.moveId(), request.released().stream().map(data.mastership()::describe));
    }
  }

  @Override
  public void lend(OwnershipRequest request) {
    FailoverSuccessor successor = active.get(request.lender());
    if (successor != null) {
      successor.lend(request);
    }
  }

  /** A router wants a lost site to leave for good. */
  public void leave(Connection router, Leave request) {
    FailoverSuccessor successor = active.get(request.onBehalfOf());
    if (successor != null) {
      successor.leave(router, request);
    } else {
      refuse(router, request.moveId(), Stream.of(data.mastership().describe(Catalog.PARTITION)));
    }
  }

  /**
   * The lost site was back before the request came. Once it knows which site masters what, a router
   * asks the one that it may.
   */
  private void refuse(Connection router, long moveId, Stream<Owner> owners) {
    router.send(new Released(moveId, progress.report(), owners.toList()));
  }

  /** A router is gone. */
  public void drop(Connection router) {
    active.values().forEach(successor -> successor.drop(router));
  }

  /** The refresher has applied fences and moves. */
  public void onRefreshed(RefreshEvents events) {
    for (RefreshEvents.Fence fence : events.fences()) {
      FailoverSuccessor successor = active.get(fence.site());
      if (successor != null) {
        successor.onFence(fence.incarnation(), events.applied());
      }
    }
    if (!active.isEmpty()) {
      List.copyOf(active.values()).forEach(FailoverSuccessor::onApplied);
      for (RefreshEvents.Change change : events.changes()) {
        if (change instanceof RefreshEvents.Move move) {
          active.values().forEach(successor -> successor.onMoved(move.partition()));
        }
      }
    }
  }

  /** This site ends. */
  public void stop() {
    List.copyOf(active.values()).forEach(FailoverSuccessor::end);
  }
}
