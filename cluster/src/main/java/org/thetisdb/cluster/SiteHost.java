package org.thetisdb.cluster;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.Transport;
import org.thetisdb.core.time.EngineThread;
import org.thetisdb.replication.log.CommitLog;
import org.thetisdb.replication.log.stream.LogStreamCounters;
import org.thetisdb.replication.membership.Membership;
import org.thetisdb.replication.membership.Roster;
import org.thetisdb.server.catalog.JarReader;
import org.thetisdb.server.checkpoint.CheckpointStore;
import org.thetisdb.server.disk.DiskSpace;
import org.thetisdb.server.lane.Lane;
import org.thetisdb.server.lane.LaneGroup;
import org.thetisdb.server.site.Site;
import org.thetisdb.server.site.SiteConfig;
import org.thetisdb.server.site.SiteServices;
import org.thetisdb.server.state.QueryEventLoop;
import org.thetisdb.sql.call.CompiledTexts;
import org.thetisdb.sql.call.SqlServices;
import org.thetisdb.sql.call.WarmUp;
import org.thetisdb.store.RowStore;

/**
 * Keeps one site running, with all its lanes: owns their threads, starts an incarnation of each,
 * and others when these end by themselves, after a pause that grows while they fail. Thread-safe.
 */
public final class SiteHost implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SiteHost.class);

  /** How many long queries are read at a time. */
  private static final int QUERY_LINES = 4;

  private static final long FIRST_PAUSE_MS = 200;
  private static final long LONGEST_PAUSE_MS = 10_000;

  private final List<SiteConfig> configs;
  private final Supplier<RowStore> stores;
  private final JarReader jars;
  private final Transport transport;
  private final CommitLog log;
  private final Membership membership;
  private final CheckpointStore checkpoints;
  private final DiskSpace disk;
  private final Consumer<RuntimeException> onFirstFailure;
  private volatile Consumer<List<Integer>> onSites = sites -> {};
  private final CompletableFuture<Address> firstServing = new CompletableFuture<>();
  private final ScheduledExecutorService restarts;
  private final CompletableFuture<Void> left = new CompletableFuture<>();
  private final CompiledTexts texts;
  private final LogStreamCounters logStreamCounters = new LogStreamCounters();
  private Site.Beginning beginning = Site.Beginning.CHECKPOINT;
  private Incarnation current;
  private long pauseMs = FIRST_PAUSE_MS;
  private final Set<Integer> gone = new HashSet<>();
  private boolean closed;

  /**
   * A host for one site; {@link #start} starts it.
   *
   * @param lanes its lanes, in the order of their numbers; one for a site without others
   * @param stores makes an empty row store for each incarnation, which closes it
   * @param checkpoints where the site's checkpoints are kept
   * @param disk what all that is written to
   * @param texts what a router and sites beside it have compiled
   */
  public SiteHost(
      List<SiteConfig> lanes,
      Supplier<RowStore> stores,
      JarReader jars,
      Transport transport,
      CommitLog log,
      Membership membership,
      CheckpointStore checkpoints,
      DiskSpace disk,
      CompiledTexts texts) {
    this.configs = List.copyOf(lanes);
    this.stores = stores;
    this.jars = jars;
    this.transport = transport;
    this.log = log;
    this.membership = membership;
    this.checkpoints = checkpoints;
    this.disk = disk;
    this.texts = texts;
    this.onFirstFailure = firstServing::completeExceptionally;
    this.restarts =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "site-" + lanes.get(0).site() + "-host");
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Starts the first incarnation. The future ends when it serves, or could not be started. */
  public CompletableFuture<Address> start() {
    restarts.execute(this::startIncarnation);
    return firstServing;
  }

  /** Ends when the site has left the cluster, and so is not started again. */
  public CompletableFuture<Void> left() {
    return left;
  }

  private synchronized void startIncarnation() {
    if (closed) {
      return;
    }
    try {
      current = new Incarnation();
      current.start();
    } catch (RuntimeException e) {
      current = null;
      startAgainAfter(e);
    } catch (LinkageError e) {
      // A JVM without the options that the row store needs; nobody should wait for such a site.
      current = null;
      startAgainAfter(new ThetisException(ErrorCode.INTERNAL, e.toString()).causedBy(e));
    }
  }

  private synchronized void serving(Incarnation incarnation) {
    if (incarnation == current && ++incarnation.serving == incarnation.lanes.size()) {
      pauseMs = FIRST_PAUSE_MS;
      firstServing.complete(incarnation.address);
    }
  }

  /** One lane has ended; the others do, too, so it goes on when all have. */
  private synchronized void ended(Incarnation incarnation, int site, RuntimeException reason) {
    if (incarnation != current || closed) {
      return;
    }
    if (isAny(reason, ErrorCode.SITE_HAS_LEFT)) {
      LOG.info("{}", reason.getMessage());
      gone.add(site);
    }
    incarnation.note(reason);
    if (incarnation.ended == incarnation.lanes.size()) {
      incarnation.stopThreads();
      startAgainAfter(incarnation.reason);
    }
  }

  /** A lane's event loop has stopped, so nothing of any lane can be ended in order. */
  private synchronized void broken(Incarnation incarnation, RuntimeException reason) {
    if (incarnation == current && !closed) {
      incarnation.abandon();
      incarnation.stopThreads();
      startAgainAfter(reason);
    }
  }

  /**
   * What the next incarnation comes through: another site became the failover successor of this one
   * just when it began, or it needs a copy, since logs were truncated under it or do not have rows
   * that it lost, or a copy broke off, or a checkpoint that nobody had checked was damaged.
   */
  private boolean passes(RuntimeException reason) {
    return isAny(
            reason,
            ErrorCode.FENCED,
            ErrorCode.LOG_TRIMMED,
            ErrorCode.ROWS_NOT_HERE,
            ErrorCode.COPY_FAILED)
        || (isAny(reason, ErrorCode.CHECKPOINT_DAMAGED) && beginning == Site.Beginning.CHECKPOINT);
  }

  private static boolean isAny(RuntimeException reason, ErrorCode... codes) {
    return reason instanceof ThetisException known && List.of(codes).contains(known.code());
  }

  private void startAgainAfter(RuntimeException reason) {
    if (gone.size() == configs.size()) {
      onFirstFailure.accept(reason);
      left.complete(null);
      return;
    }
    if (!firstServing.isDone() && gone.isEmpty() && !passes(reason)) {
      onFirstFailure.accept(reason);
      return;
    }
    beginning = Site.Beginning.after(reason);
    LOG.warn("{} ended: {} It starts again in {} ms.", name(), reason.getMessage(), pauseMs);
    ScheduledFuture<?> unused =
        restarts.schedule(this::startIncarnation, pauseMs, TimeUnit.MILLISECONDS);
    pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
  }

  /**
   * Notifies {@code listener}, and nothing else, of the sites that belong to the cluster, after
   * each change that this one hears of. Called on the site's event loop; must not block.
   */
  void setOnSites(Consumer<List<Integer>> listener) {
    onSites = listener;
  }

  /** By which way others' logs have come, for all lanes and incarnations. */
  LogStreamCounters logStreamCounters() {
    return logStreamCounters;
  }

  /** Runs a task on the event loop of the site's engine; one that throws is a fault of the site. */
  synchronized void execute(Runnable task) {
    if (current != null) {
      current.lanes.get(0).engine.execute(task);
    }
  }

  /** Ends the site. */
  @Override
  public synchronized void close() {
    closed = true;
    restarts.shutdownNow();
    if (current != null) {
      current.lanes.forEach(lane -> lane.site.close());
      current.stopThreads();
    }
  }

  private String name() {
    int first = configs.get(0).site();
    return configs.size() == 1
        ? "Site " + first
        : "The lanes from site " + first + " to " + (first + configs.size() - 1);
  }

  /** One incarnation of each lane that has not left the cluster. */
  private final class Incarnation {
    private final List<LaneThreads> lanes = new ArrayList<>();
    private RuntimeException reason;
    private Address address;
    private int serving;
    private int ended;

    Incarnation() {
      List<SiteConfig> staying =
          configs.stream().filter(config -> !gone.contains(config.site())).toList();
      List<Integer> sites = staying.stream().map(SiteConfig::site).toList();
      List<Lane> shared = new LaneGroup(sites, stores.get()).lanes();
      for (int i = 0; i < staying.size(); i++) {
        lanes.add(new LaneThreads(this, staying.get(i), shared.get(i)));
      }
    }

    /** Begins; only now, since lanes that fail at once are looked for here. */
    void start() {
      lanes.forEach(LaneThreads::start);
    }

    /**
     * The reason that asks for most is the one that counts; that of a lane which left for least.
     */
    void note(RuntimeException another) {
      ended++;
      boolean asksForMore =
          reason == null
              || isAny(reason, ErrorCode.SITE_HAS_LEFT, ErrorCode.LANE_ENDED)
              || Site.Beginning.after(another).compareTo(Site.Beginning.after(reason)) > 0;
      if (asksForMore) {
        reason = another;
      }
    }

    void abandon() {
      lanes.forEach(lane -> lane.site.abandon());
    }

    void stopThreads() {
      lanes.forEach(LaneThreads::stopThreads);
    }
  }

  /** One incarnation of a lane with its threads. */
  private final class LaneThreads implements Site.Listener {
    private final Incarnation incarnation;
    private final SiteConfig config;
    private final SiteServices services;
    private final EngineThread engine;
    private final EngineThread checkpointer;
    private final List<EngineThread> compilers = new ArrayList<>(SqlServices.WORKERS);
    private final WarmUp warmUp;
    private final EngineThread refresher;
    private final List<EngineThread> queries = new ArrayList<>(QUERY_LINES);
    private Site site;

    LaneThreads(Incarnation incarnation, SiteConfig config, Lane lane) {
      this.incarnation = incarnation;
      this.config = config;
      String name = "site-" + config.site();
      engine = new EngineThread(name, this::onUncaught);
      checkpointer = new EngineThread(name + "-checkpoint", this::onUncaught);
      for (int i = 1; i <= SqlServices.WORKERS; i++) {
        compilers.add(
            EngineThread.withStack(name + "-sql-" + i, SqlServices.STACK_BYTES, this::onUncaught));
      }
      refresher = new EngineThread(name + "-refresh", this::onUncaught);
      for (int i = 1; i <= QUERY_LINES; i++) {
        queries.add(EngineThread.ofLongWork(name + "-query-" + i, this::onUncaught));
      }
      SqlServices sql = SqlServices.sharing(texts, compilers);
      warmUp = sql.warmUp();
      services =
          new SiteServices(
              engine,
              engine,
              refresher,
              transport,
              log,
              membership,
              lane,
              jars,
              sql,
              queries.stream().map(line -> new QueryEventLoop(line, line)).toList(),
              checkpointer,
              checkpoints,
              disk,
              logStreamCounters);
    }

    void start() {
      site = Site.start(config, services, beginning, this);
    }

    private void onUncaught(Throwable failure) {
      LOG.error("Site {} met an unexpected fault.", config.site(), failure);
      restarts.execute(
          () -> broken(incarnation, new ThetisException(ErrorCode.INTERNAL, failure.toString())));
    }

    @Override
    public void onServing(int number, Address address) {
      restarts.execute(
          () -> {
            if (this == incarnation.lanes.get(0)) {
              incarnation.address = address;
            }
            serving(incarnation);
          });
    }

    @Override
    public void onSites(Roster roster) {
      List<Integer> present = new ArrayList<>();
      for (int each = 1; each <= roster.highest(); each++) {
        if (roster.needsLogs(each)) {
          present.add(each);
        }
      }
      onSites.accept(present);
    }

    @Override
    public void onHalted(RuntimeException reason) {
      restarts.execute(() -> ended(incarnation, config.site(), reason));
    }

    /** In the order in which they hand over what is left to do. */
    void stopThreads() {
      warmUp.close();
      engine.close();
      checkpointer.close();
      compilers.forEach(each -> each.stop(SqlServices.STOP_MS));
      queries.forEach(EngineThread::close);
      refresher.close();
    }
  }
}
