package org.thetisdb.launcher.cluster;

import java.util.ArrayList;
import java.util.List;
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
import org.thetisdb.core.net.Address;
import org.thetisdb.core.net.Transport;
import org.thetisdb.core.time.EngineThread;
import org.thetisdb.replication.log.CommitLog;
import org.thetisdb.replication.membership.Membership;
import org.thetisdb.replication.membership.Roster;
import org.thetisdb.server.catalog.JarReader;
import org.thetisdb.server.checkpoint.CheckpointStore;
import org.thetisdb.server.site.Site;
import org.thetisdb.server.site.SiteConfig;
import org.thetisdb.server.site.SiteServices;
import org.thetisdb.server.store.RowStore;
import org.thetisdb.server.txn.QueryLine;
import org.thetisdb.sql.call.SqlServices;

/**
 * Keeps one site running: owns its threads, starts an incarnation, and another one when that ends
 * by itself, after a pause that grows while it fails. Thread-safe.
 */
public final class SiteHost implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SiteHost.class);

  /** How many long queries are read at a time. */
  private static final int QUERY_LINES = 4;

  private static final long FIRST_PAUSE_MS = 200;
  private static final long LONGEST_PAUSE_MS = 10_000;

  private final SiteConfig config;
  private final Supplier<RowStore> stores;
  private final JarReader jars;
  private final Transport transport;
  private final CommitLog log;
  private final Membership membership;
  private final CheckpointStore checkpoints;
  private final Consumer<RuntimeException> onFirstFailure;
  private volatile Consumer<List<Integer>> onSites = sites -> {};
  private final CompletableFuture<Address> firstServing = new CompletableFuture<>();
  private final ScheduledExecutorService restarts;
  private final CompletableFuture<Void> left = new CompletableFuture<>();
  private Site.Beginning beginning = Site.Beginning.CHECKPOINT;
  private Incarnation current;
  private long pauseMs = FIRST_PAUSE_MS;
  private boolean closed;

  /**
   * A host for one site; {@link #start} starts it.
   *
   * @param stores makes an empty row store for each incarnation, which closes it
   * @param checkpoints where the site's checkpoints are kept
   */
  public SiteHost(
      SiteConfig config,
      Supplier<RowStore> stores,
      JarReader jars,
      Transport transport,
      CommitLog log,
      Membership membership,
      CheckpointStore checkpoints) {
    this.config = config;
    this.stores = stores;
    this.jars = jars;
    this.transport = transport;
    this.log = log;
    this.membership = membership;
    this.checkpoints = checkpoints;
    this.onFirstFailure = firstServing::completeExceptionally;
    this.restarts =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "site-" + config.site() + "-host");
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
    } catch (RuntimeException e) {
      current = null;
      startAgainAfter(e);
    } catch (LinkageError e) {
      // A JVM without the options that the row store needs; nobody should wait for such a site.
      current = null;
      startAgainAfter(new ThetisException(ErrorCode.INTERNAL, e.toString()).causedBy(e));
    }
  }

  private synchronized void serving(Address address) {
    pauseMs = FIRST_PAUSE_MS;
    firstServing.complete(address);
  }

  private synchronized void ended(Incarnation incarnation, RuntimeException reason) {
    if (incarnation != current || closed) {
      return;
    }
    incarnation.stopThreads();
    startAgainAfter(reason);
  }

  /**
   * What the next incarnation comes through: another site stood in for this one just when it began,
   * or logs were cut from it and it needs a copy, or a copy broke off, or a checkpoint that nobody
   * had checked was damaged.
   */
  private boolean passes(RuntimeException reason) {
    return isAny(reason, ErrorCode.FENCED, ErrorCode.LOG_TRIMMED, ErrorCode.COPY_FAILED)
        || (isAny(reason, ErrorCode.CHECKPOINT_DAMAGED) && beginning == Site.Beginning.CHECKPOINT);
  }

  private static boolean isAny(RuntimeException reason, ErrorCode... codes) {
    return reason instanceof ThetisException known && List.of(codes).contains(known.code());
  }

  private void startAgainAfter(RuntimeException reason) {
    if (isAny(reason, ErrorCode.SITE_HAS_LEFT)) {
      LOG.info("{}", reason.getMessage());
      onFirstFailure.accept(reason);
      left.complete(null);
      return;
    }
    if (!firstServing.isDone() && !passes(reason)) {
      onFirstFailure.accept(reason);
      return;
    }
    beginning = Site.Beginning.after(reason);
    LOG.warn(
        "Site {} ended: {} It starts again in {} ms.", config.site(), reason.getMessage(), pauseMs);
    ScheduledFuture<?> unused =
        restarts.schedule(this::startIncarnation, pauseMs, TimeUnit.MILLISECONDS);
    pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
  }

  /**
   * Tells {@code listener}, and nobody else, of the sites that belong to the cluster, after each
   * change that this one hears of. Called on the site's line; must not block.
   */
  void setOnSites(Consumer<List<Integer>> listener) {
    onSites = listener;
  }

  /** Runs a task on the line of the site's engine; one that throws is a fault of the site. */
  synchronized void execute(Runnable task) {
    if (current != null) {
      current.engine.execute(task);
    }
  }

  /** Ends the site. */
  @Override
  public synchronized void close() {
    closed = true;
    restarts.shutdownNow();
    if (current != null) {
      current.site.close();
      current.stopThreads();
    }
  }

  /** One incarnation with its threads. */
  private final class Incarnation implements Site.Listener {
    private final EngineThread engine;
    private final EngineThread checkpointer;
    private final EngineThread compiler;
    private final EngineThread refresher;
    private final List<EngineThread> queries = new ArrayList<>(QUERY_LINES);
    private final Site site;

    Incarnation() {
      RowStore store = stores.get();
      String name = "site-" + config.site();
      engine = new EngineThread(name, this::onUncaught);
      checkpointer = new EngineThread(name + "-checkpoint", this::onUncaught);
      compiler = new EngineThread(name + "-sql", this::onUncaught);
      refresher = new EngineThread(name + "-refresh", this::onUncaught);
      for (int i = 1; i <= QUERY_LINES; i++) {
        queries.add(new EngineThread(name + "-query-" + i, this::onUncaught));
      }
      SqlServices sql = SqlServices.on(compiler);
      sql.warmUp();
      SiteServices services =
          new SiteServices(
              engine,
              engine,
              refresher,
              transport,
              log,
              membership,
              store,
              jars,
              sql,
              queries.stream().map(line -> new QueryLine(line, line)).toList(),
              checkpointer,
              checkpoints);
      site = Site.start(config, services, beginning, this);
    }

    private void onUncaught(Throwable failure) {
      LOG.error("Site {} met an unexpected fault.", config.site(), failure);
      restarts.execute(
          () -> {
            site.abandon();
            ended(this, new ThetisException(ErrorCode.INTERNAL, failure.toString()));
          });
    }

    @Override
    public void onServing(int incarnation, Address address) {
      restarts.execute(() -> serving(address));
    }

    @Override
    public void onSites(Roster roster) {
      List<Integer> present = new ArrayList<>();
      for (int site = 1; site <= roster.highest(); site++) {
        if (roster.needsLogs(site)) {
          present.add(site);
        }
      }
      onSites.accept(present);
    }

    @Override
    public void onHalted(RuntimeException reason) {
      restarts.execute(() -> ended(this, reason));
    }

    /** In the order in which they hand over what is left to do. */
    void stopThreads() {
      engine.close();
      checkpointer.close();
      compiler.close();
      queries.forEach(EngineThread::close);
      refresher.close();
    }
  }
}
