package org.thetisdb.server.site;

import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.refresh.LogPoint;
import org.thetisdb.server.catalog.HeldRowStore;
import org.thetisdb.server.checkpoint.CheckpointHeader;
import org.thetisdb.server.checkpoint.CheckpointLoader;
import org.thetisdb.server.checkpoint.CheckpointVisitor;
import org.thetisdb.server.lane.LaneOpening;
import org.thetisdb.store.RowStore;

/**
 * The first steps of an incarnation: the cluster's settings, the logs of all its sites, and a
 * checkpoint or a copy if there is one. Each step asks for the next; all but the reading of the
 * checkpoint run on the refresher's event loop.
 */
final class Opening {
  private static final Logger LOG = LoggerFactory.getLogger(Opening.class);

  private final Site.Beginning beginning;
  private final SiteConfig config;
  private final SiteServices services;
  private final Listener listener;
  private ClusterSettings cluster;
  private String identity;
  private Recovery recovery;
  private CheckpointVisitor target;
  private volatile CheckpointLoader loader;
  private volatile Joining joining;
  private volatile boolean cancelled;

  Opening(SiteConfig config, SiteServices services, Site.Beginning beginning, Listener listener) {
    this.beginning = beginning;
    this.config = config;
    this.services = services;
    this.listener = listener;
  }

  /**
   * What an incarnation begins with.
   *
   * @param identity of the cluster: its name, and what distinguishes its logs from all others
   * @param recovery holds what the checkpoint knew
   * @param vector of the rows that are restored
   * @param points from where each log is read on, for sites 1, 2, 3 and so on
   * @param complete what has to be applied before the site may serve
   */
  record Start(
      ClusterSettings cluster,
      String identity,
      Recovery recovery,
      VersionVector vector,
      List<LogPoint> points,
      VersionVector complete) {}

  /** Hears one of these. */
  interface Listener {
    /** On the refresher's event loop. */
    void onOpened(Start start);

    /** On any event loop. */
    void onFailed(RuntimeException reason);
  }

  /** Begins. */
  void start() {
    services
        .membership()
        .cluster(
            config.cluster(),
            services.refresher(),
            result -> step(result.error(), () -> check(result.value())));
  }

  /** Stops reading; once a task runs that is handed to the checkpointer now, no row is written. */
  void cancel() {
    cancelled = true;
    if (loader != null) {
      loader.cancel();
    }
    if (joining != null) {
      joining.cancel();
    }
  }

  private void check(ClusterSettings settings) {
    cluster = settings;
    ensureLogs(1, cluster.sites(), this::identify);
  }

  /** The first log is there as long as the cluster is, whichever sites come and go. */
  private void identify() {
    services
        .log()
        .askIdentity(
            1,
            services.refresher(),
            (logs, error) ->
                step(
                    error,
                    () -> {
                      identity = cluster.name() + "/" + logs;
                      restore();
                    }));
  }

  private void ensureLogs(int first, int last, Runnable done) {
    if (first > last) {
      done.run();
      return;
    }
    Consumer<RuntimeException> next = error -> step(error, () -> ensureLogs(first + 1, last, done));
    services.log().ensureLog(first, services.refresher(), next);
  }

  private void restore() {
    recovery = new Recovery(rowsOf(cluster), cluster, config, services.jars());
    services.lane().ready(new Lanes());
  }

  /** A site that holds only a part of the rows says so to those that ask for others. */
  private RowStore rowsOf(ClusterSettings settings) {
    RowStore rows = services.lane().rows();
    if (settings.holdsAll(config.site())) {
      return rows;
    }
    if (services.lane().isShared()) {
      throw new ThetisException(ErrorCode.LANES_OF_PARTIAL_SITE, config.site());
    }
    return new HeldRowStore(rows, settings, config.site());
  }

  private void load() {
    if (cancelled) {
      return;
    }
    if (beginning == Site.Beginning.COPY) {
      join();
      return;
    }
    loader =
        CheckpointLoader.start(
            services.checkpoints(),
            config.site(),
            identity,
            services.checkpointer(),
            target,
            beginning == Site.Beginning.CHECKED_CHECKPOINT,
            cluster::holdsAll,
            new Loaded());
    if (cancelled) {
      loader.cancel();
    }
  }

  /** Every lane hears of it, this one, too. */
  private void restored(VersionVector vector, List<LogPoint> points, VersionVector complete) {
    services.lane().opened(vector, points, complete);
  }

  private void opened(VersionVector vector, List<LogPoint> points, VersionVector complete) {
    int highest = Math.max(config.site(), recovery.roster().highest());
    services
        .refresher()
        .execute(
            () ->
                ensureLogs(
                    cluster.sites() + 1,
                    highest,
                    () ->
                        listener.onOpened(
                            new Start(cluster, identity, recovery, vector, points, complete))));
  }

  private void step(RuntimeException error, Runnable next) {
    if (error != null) {
      listener.onFailed(error);
      return;
    }
    try {
      next.run();
    } catch (RuntimeException e) {
      listener.onFailed(e);
    }
  }

  private void join() {
    joining = new Joining(config, services, identity, target, new Copied());
    joining.start();
  }

  private void fromLogs() {
    restored(VersionVector.ZERO, List.of(), VersionVector.ZERO);
  }

  /** This lane among those that share its rows. */
  private final class Lanes implements LaneOpening {
    @Override
    public CheckpointVisitor rows() {
      return recovery;
    }

    @Override
    public CheckpointVisitor besideRows() {
      return recovery.besideRows();
    }

    @Override
    public void restore(CheckpointVisitor restored) {
      services
          .checkpointer()
          .execute(
              () -> {
                target = restored;
                step(null, Opening.this::load);
              });
    }

    @Override
    public void opened(VersionVector vector, List<LogPoint> points, VersionVector complete) {
      Opening.this.opened(vector, points, complete);
    }
  }

  /** What came of asking other sites. */
  private final class Copied implements Joining.Listener {
    @Override
    public void onCopied(CheckpointHeader header, VersionVector complete) {
      LOG.info("Site {} joins with a copy of site {}", config.site(), header.id().site());
      restored(header.vector(), header.points(), complete);
    }

    @Override
    public void onNone() {
      fromLogs();
    }

    @Override
    public void onFailed(RuntimeException reason) {
      listener.onFailed(reason);
    }
  }

  /** What came of looking for a checkpoint. */
  private final class Loaded implements CheckpointLoader.Listener {
    @Override
    public void onLoaded(CheckpointHeader header, VersionVector complete) {
      LOG.info("Site {} starts from checkpoint {}", config.site(), header.id());
      restored(header.vector(), header.points(), complete);
    }

    @Override
    public void onNone() {
      if (config.site() <= cluster.sites()) {
        fromLogs();
      } else if (!cancelled) {
        join();
      }
    }

    @Override
    public void onFailed(RuntimeException reason) {
      listener.onFailed(reason);
    }
  }
}
