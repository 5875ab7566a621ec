package org.thetisdb.server.replica;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.placement.PartitionGrid;
import org.thetisdb.core.placement.ReplicaRange;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.RouterToSite.FillReplica;
import org.thetisdb.core.wire.SiteToRouter.Filling;
import org.thetisdb.core.wire.SiteToRouter.ReplicaFilled;
import org.thetisdb.migration.CopyPlan;
import org.thetisdb.migration.CopyReceiver;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.server.catalog.HeldPartitions;
import org.thetisdb.server.catalog.HeldRanges;
import org.thetisdb.server.catalog.HeldRowStore;
import org.thetisdb.server.checkpointing.CheckpointPorts;
import org.thetisdb.server.checkpointing.SiteCheckpoints;
import org.thetisdb.server.snapshot.Cuts;
import org.thetisdb.server.state.SiteData;
import org.thetisdb.server.state.SiteIdentity;
import org.thetisdb.server.state.SiteLife;
import org.thetisdb.server.state.SiteProgress;

/**
 * The replicas of a site that holds only a part of the rows (decision 0054): fills them when its
 * router asks, and has the rows of those go that were dropped. To fill one,
 *
 * <ol>
 *   <li>versions are held, so that no delete that comes from now on is forgotten before the copy is
 *       there;
 *   <li>what the logs say of its rows is kept; with that begins a vector, of which it is not known
 *       whether it was kept;
 *   <li>a site that has applied this vector gives all rows;
 *   <li>what these hold is applied here, too: then it is filled, and the router puts that into the
 *       log.
 * </ol>
 *
 * <p>An attempt that fails leaves what came: the next one begins with a vector of its own. Owned by
 * the engine's event loop.
 */
public final class SiteReplicas {
  private static final Logger LOG = LoggerFactory.getLogger(SiteReplicas.class);
  private static final int MOST_AT_ONCE = 4;
  private static final long TELL_US = 100_000;

  private final Scheduler scheduler;
  private final SiteData data;
  private final SiteProgress progress;
  private final SiteLife life;
  private final Cuts cuts;
  private final SiteIdentity identity;
  private final CheckpointPorts checkpointing;
  private final ReplicaPorts ports;

  /** The rows, if they are only a part of all; else null. */
  private final HeldRowStore store;

  private final Map<Long, Job> jobs = new LinkedHashMap<>();
  private final ReplicaEviction eviction;

  /** Replicas that are to stay behind a restart soon. */
  private final Set<Long> wantedSaved = new HashSet<>();

  private SiteCheckpoints checkpoints;
  private Supplier<Connection> leader = () -> null;

  /**
   * None is filled yet.
   *
   * @param identity which site takes what comes
   */
  public SiteReplicas(
      Scheduler scheduler,
      SiteData data,
      SiteProgress progress,
      SiteLife life,
      Cuts cuts,
      SiteIdentity identity,
      CheckpointPorts checkpointing,
      ReplicaPorts ports) {
    this.scheduler = scheduler;
    this.data = data;
    this.progress = progress;
    this.life = life;
    this.cuts = cuts;
    this.identity = identity;
    this.checkpointing = checkpointing;
    this.ports = ports;
    this.store = data.store() instanceof HeldRowStore held ? held : null;
    this.eviction =
        store == null ? null : new ReplicaEviction(store, ports.refresher(), cuts::watermark);
  }

  /**
   * Completes the pair.
   *
   * @param siteCheckpoints take what is filled
   * @param router the one that leads; null if none is connected
   */
  public void setCheckpoints(SiteCheckpoints siteCheckpoints, Supplier<Connection> router) {
    checkpoints = siteCheckpoints;
    leader = router;
    if (store != null) {
      checkpoints.whenPublished(this::tellSaved);
    }
  }

  /** The router asks for a replica. If it is held, the router wants it to stay behind a restart. */
  public void request(Connection router, FillReplica request) {
    long id = request.id();
    Job running = jobs.get(id);
    if (running != null) {
      running.router = router;
      return;
    }
    String obstacle = obstacle(id);
    if (!obstacle.isEmpty()) {
      tell(router, id, Filling.FAILED, 0, obstacle);
    } else if (store.added().isFilled(id)) {
      if (data.catalog().replicas().find(id).incarnation() == identity.incarnation()) {
        wantedSaved.add(id);
      }
      store.added().filled(id, identity.incarnation()); // perhaps by the one before
      tell(router, id, Filling.FILLED, 0, "");
      tellSaved();
    } else {
      Job job = new Job(router, data.catalog().replicas().find(id), request);
      jobs.put(id, job);
      job.begin();
    }
  }

  private String obstacle(long id) {
    ReplicaRange range = data.catalog().replicas().find(id);
    if (store == null) {
      return "this site holds every row";
    }
    if (range == null || range.site() != data.self()) {
      return "this site has not heard yet that it is to hold it";
    }
    if (store.added().isFilled(id)) {
      return "";
    }
    if (data.catalog().tables().byId(range.table()) == null) {
      return "its table is not defined here";
    }
    if (!eviction.isIdle()) {
      return "rows of a replica that was dropped are on their way out";
    }
    if (store.partitions().isAnyLeft(range) || eviction.isAnyGoing(range)) {
      return "rows of a partition that was given up are on their way out";
    }
    if (jobs.size() >= MOST_AT_ONCE) {
      return jobs.size() + " others are filled here";
    }
    return cuts.usable() == null ? "this site has no cut yet" : "";
  }

  private void tell(Connection router, long id, Filling filling, long rows, String problem) {
    if (router != null) {
      router.send(new ReplicaFilled(id, filling, rows, progress.report(), problem));
    }
  }

  /** The log says something of replicas. */
  public void onChanged() {
    if (store == null) {
      return;
    }
    wantedSaved.removeIf(id -> data.catalog().replicas().find(id) == null);
    for (Job job : List.copyOf(jobs.values())) {
      if (data.catalog().replicas().find(job.id()) == null) {
        job.fail("it was dropped");
      }
    }
    takeDropped();
  }

  private void takeDropped() {
    for (HeldRanges.Dropped dropped : store.added().takeDropped()) {
      RegisteredTable table = data.catalog().tables().byId(dropped.range().table());
      if (table != null) {
        eviction.add(planOf(dropped.range(), table.grid(), VersionVector.ZERO), dropped);
      }
    }
  }

  /** Rows of partitions that this site gave up are to go. Called from time to time. */
  public void look() {
    if (store == null) {
      return;
    }
    takeDropped();
    tellSaved();
    for (HeldPartitions.Left left : store.partitions().takeLeft()) {
      PartitionGrid grid = store.gridOf(left.partition());
      if (grid != null) {
        eviction.add(planOf(left.partition(), grid), left.partition());
      }
    }
  }

  /** The router that leads hears of those that stay behind a restart, until the log says so. */
  private void tellSaved() {
    for (ReplicaRange range : data.catalog().replicas().ranges()) {
      boolean isUnsaved = range.site() == data.self() && !range.saved();
      if (isUnsaved && range.incarnation() == identity.incarnation()) {
        if (checkpoints.isSaved(range.id())) {
          tell(leader.get(), range.id(), Filling.SAVED, 0, "");
        } else if (wantedSaved.contains(range.id())) {
          checkpoints.save(range.id());
        }
      }
    }
  }

  private static CopyPlan.Range planOf(long partition, PartitionGrid grid) {
    return new CopyPlan.Range(
        PartitionId.table(partition),
        grid.lowerBound(partition),
        grid.upperBound(partition),
        VersionVector.ZERO);
  }

  private static CopyPlan.Range planOf(
      ReplicaRange range, PartitionGrid grid, VersionVector behind) {
    return new CopyPlan.Range(
        range.table(), grid.lowerBound(range.first()), grid.upperBound(range.last()), behind);
  }

  /** More is applied here. */
  public void onReached() {
    if (!jobs.isEmpty()) {
      List.copyOf(jobs.values()).forEach(Job::endIfReached);
    }
  }

  /** A router is gone; what it asked for goes on, and the next one hears of it when it asks. */
  public void drop(Connection router) {
    for (Job job : jobs.values()) {
      job.router = job.router == router ? null : job.router;
    }
  }

  /** This site ends. */
  public void stop() {
    List.copyOf(jobs.values()).forEach(Job::cancel);
    jobs.clear();
    if (eviction != null) {
      eviction.stop();
    }
  }

  /** One replica that is filled. */
  private final class Job implements CopyReceiver.Listener {
    private final ReplicaRange range;
    private final FillReplica request;
    private Connection router;
    private Cuts.Hold hold;
    private long rows;
    private long toldUs;
    private VersionVector complete;

    // Only on the event loop that applies the logs.
    private RangeSink sink;
    private CopyReceiver receiver;
    private final ArrayDeque<Address> givers = new ArrayDeque<>();
    private VersionVector ofGivers = VersionVector.ZERO;
    private long rowsBefore;
    private CopyPlan.Range from;

    private volatile boolean over;

    Job(Connection router, ReplicaRange range, FillReplica request) {
      this.router = router;
      this.range = range;
      this.request = request;
    }

    long id() {
      return range.id();
    }

    void begin() {
      hold = cuts.hold();
      store.added().keep(id(), identity.incarnation());
      store.added().takeMissed(id());
      // What the refresher applied before it saw that is reported to the engine before this comes.
      checkpointing.resumePoints().accept(points -> copy());
    }

    private void copy() {
      if (over || life.isStopped()) {
        return;
      }
      RegisteredTable table = data.catalog().tables().byId(range.table());
      if (table == null) {
        fail("its table was dropped");
        return;
      }
      CopyPlan.Range plan = planOf(range, table.grid(), progress.everything());
      store.added().fillBehind(id(), plan.behind());
      List<Address> all;
      try {
        all = PartGivers.of(range, request, store.partitions(), data.roster(), data.self());
      } catch (ThetisException e) {
        fail(e.getMessage());
        return;
      }
      ports
          .refresher()
          .execute(
              () -> {
                givers.addAll(all);
                receive(plan);
              });
    }

    /** From the next giver; each begins behind the same vector. */
    private void receive(CopyPlan.Range plan) {
      if (over) {
        return;
      }
      Address giver = givers.poll();
      if (giver == null) {
        VersionVector all = ofGivers;
        long count = rowsBefore;
        scheduler.execute(() -> copied(all, count));
        return;
      }
      long before = rowsBefore;
      from = plan;
      sink =
          new RangeSink(
              store,
              id(),
              plan,
              cuts::watermark,
              count -> scheduler.execute(() -> onRows(before + count)));
      receiver =
          new CopyReceiver(
              identity.cluster(),
              data.self(),
              CopyPlan.of(plan),
              List.of(giver),
              ports.transport(),
              ports.refresher(),
              sink,
              this);
      receiver.start();
    }

    private void onRows(long count) {
      rows = count;
      long nowUs = scheduler.clock().nowUs();
      if (!over && nowUs - toldUs >= TELL_US) {
        toldUs = nowUs;
        tell(router, id(), Filling.COPYING, rows, "");
      }
    }

    @Override
    public void onCopied() {
      ofGivers = ofGivers.max(sink.complete());
      rowsBefore += sink.rows();
      receive(from);
    }

    private void copied(VersionVector all, long count) {
      rows = count;
      complete = all;
      endIfReached();
    }

    /** What the copied rows hold may be newer than what is applied here. */
    void endIfReached() {
      if (!over && complete != null && isApplied()) {
        if (store.added().takeMissed(id())) {
          fail("some of it has gone from one site to another meanwhile");
          return;
        }
        LOG.info("site {} has filled its replica of {}, {} rows", data.self(), range, rows);
        store.added().filled(id(), identity.incarnation());
        end();
        tell(router, id(), Filling.FILLED, rows, "");
      }
    }

    private boolean isApplied() {
      return progress.reached().covers(complete);
    }

    @Override
    public void onRefused(int lastError, String lastReason) {
      scheduler.execute(() -> fail(lastReason));
    }

    @Override
    public void onFailed(ThetisException reason) {
      scheduler.execute(() -> fail(reason.getMessage()));
    }

    void fail(String problem) {
      if (!over) {
        cancel();
        tell(router, id(), Filling.FAILED, rows, problem);
      }
    }

    void cancel() {
      end();
      ports
          .refresher()
          .execute(
              () -> {
                if (receiver != null) {
                  receiver.cancel();
                }
              });
    }

    private void end() {
      over = true;
      store.added().endFilling(id());
      jobs.remove(id());
      cuts.release(hold);
    }
  }
}
