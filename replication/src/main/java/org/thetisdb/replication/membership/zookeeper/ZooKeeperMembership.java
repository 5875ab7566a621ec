package org.thetisdb.replication.membership.zookeeper;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.curator.framework.recipes.watch.PersistentWatcher;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.time.Clock;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.membership.Membership;
import org.thetisdb.replication.membership.MembershipListener;

/**
 * Membership kept in ZooKeeper.
 *
 * <p>Thread-safe; no call blocks. One thread does all that waits. Its queue holds the calls that
 * were not answered yet, at most one pending look for all changes that were seen meanwhile, and one
 * timer.
 */
public final class ZooKeeperMembership implements Membership {
  private static final Logger LOG = LoggerFactory.getLogger(ZooKeeperMembership.class);
  private static final int STEPS_PER_TIMEOUT = 16;
  private static final int MAX_ROUNDS = 1000; // of compare-and-set against other processes

  private final ZooKeeperSettings settings;
  private final Clock clock;
  private final Registry registry;
  private final PersistentWatcher watcher;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(ZooKeeperMembership::daemon);
  private final Executor quietThread = this::executeUnlessClosed;
  private final AtomicBoolean lookQueued = new AtomicBoolean();
  private final AtomicBoolean closed = new AtomicBoolean();

  // Only on the thread.
  private final List<SiteRegistration> registrations = new ArrayList<>();
  private final List<MembershipWatch> watches = new ArrayList<>();

  private final List<LeaderCandidacy> candidacies = new CopyOnWriteArrayList<>();
  private volatile boolean connected; // written by Curator's thread
  private boolean wasConnected; // only Curator's thread

  /**
   * Begins to connect.
   *
   * @param clock the clock of leases; must count time in which the machine is suspended
   */
  public ZooKeeperMembership(ZooKeeperSettings settings, Clock clock) {
    this.settings = settings;
    this.clock = clock;
    this.registry = new Registry(settings);
    this.watcher = new PersistentWatcher(registry.client(), settings.root(), true);
    watcher.getListenable().addListener(event -> lookSoon());
    watcher.getResetListenable().addListener(this::lookSoon);
    thread.execute(this::start);
    long stepMs = Math.max(1, settings.sessionTimeoutMs() / STEPS_PER_TIMEOUT);
    var ignored =
        thread.scheduleWithFixedDelay(this::stepRegistrations, 0, stepMs, TimeUnit.MILLISECONDS);
  }

  private void start() {
    registry.start((client, state) -> onConnection(state));
    watcher.start();
  }

  /**
   * On Curator's thread: a leader must hear of a loss even while our thread waits for an answer.
   */
  private void onConnection(ConnectionState state) {
    connected = state.isConnected();
    if (connected) {
      if (wasConnected) {
        LOG.info("ZooKeeper is back at {}", settings.servers());
      }
      wasConnected = true;
      lookSoon();
    } else {
      warnOnce(state);
      candidacies.forEach(LeaderCandidacy::depose);
    }
    quietThread.execute(() -> registrations.forEach(SiteRegistration::doubt));
  }

  private void warnOnce(ConnectionState state) {
    // A process that was never connected hears it as the answer to what it asks for.
    if (state == ConnectionState.SUSPENDED && wasConnected && !closed.get()) {
      LOG.warn("ZooKeeper cannot be reached at {}; waiting for it", settings.servers());
    }
  }

  @Override
  public void cluster(
      ClusterSettings wanted, Scheduler scheduler, Consumer<Result<ClusterSettings>> done) {
    answer(scheduler, done, () -> agree(wanted));
  }

  /**
   * The moment in which the node was made is the cluster's id: after it is wiped there is another.
   */
  private ClusterSettings agree(ClusterSettings wanted) throws Exception {
    registry.createIfAbsent(settings.settingsPath(), NodeText.ofSettings(wanted));
    Stat stat = new Stat();
    byte[] text = registry.read(settings.settingsPath(), stat);
    return NodeText.settings(text).withId(stat.getCtime());
  }

  @Override
  public void nextIncarnation(int site, Scheduler scheduler, Consumer<Result<Integer>> done) {
    answer(scheduler, done, () -> count(settings.incarnationPath(site)));
  }

  @Override
  public void nextEpoch(Scheduler scheduler, Consumer<Result<Integer>> done) {
    answer(scheduler, done, () -> count(settings.leaderEpochPath()));
  }

  /**
   * If an answer is lost the number it gave is never used: numbers may be left out, but none is
   * given twice.
   */
  private int count(String path) throws Exception {
    for (int round = 0; round < MAX_ROUNDS; round++) {
      Stat stat = new Stat();
      byte[] last = registry.read(path, stat);
      if (last == null) {
        registry.createIfAbsent(path, NodeText.ofNumber(0));
        continue;
      }
      int next = NodeText.number(last) + 1;
      try {
        registry
            .client()
            .setData()
            .withVersion(stat.getVersion())
            .forPath(path, NodeText.ofNumber(next));
        return next;
      } catch (KeeperException.BadVersionException e) {
        LOG.debug("another process counted {}", path, e);
      }
    }
    throw new ThetisException(ErrorCode.INTERNAL, "no turn at " + path);
  }

  @Override
  public Registration register(SiteInfo site) {
    SiteRegistration registration =
        new SiteRegistration(registry, settings, site, clock, quietThread, this::lookSoon);
    quietThread.execute(
        () -> {
          registrations.add(registration);
          stepRegistrations();
        });
    return registration;
  }

  @Override
  public Candidacy campaign(Address address, Scheduler scheduler, LeaderListener listener) {
    LeaderCandidacy candidacy =
        new LeaderCandidacy(registry, settings, address, scheduler, listener, this::lookSoon);
    quietThread.execute(
        () -> {
          candidacies.add(candidacy);
          look();
        });
    return candidacy;
  }

  @Override
  public AutoCloseable watch(Scheduler scheduler, MembershipListener listener) {
    MembershipWatch watch =
        new MembershipWatch(
            registry,
            settings,
            scheduler,
            listener,
            gone -> quietThread.execute(() -> watches.remove(gone)));
    quietThread.execute(
        () -> {
          watches.add(watch);
          look();
        });
    return watch;
  }

  private void lookSoon() {
    if (lookQueued.compareAndSet(false, true)) {
      quietThread.execute(this::look);
    }
  }

  private void look() {
    lookQueued.set(false);
    stepRegistrations();
    for (LeaderCandidacy candidacy : candidacies) {
      attempt(candidacy::step);
    }
    candidacies.removeIf(LeaderCandidacy::hasLeft);
    for (MembershipWatch watch : List.copyOf(watches)) {
      attempt(watch::step);
    }
  }

  private void stepRegistrations() {
    for (SiteRegistration registration : List.copyOf(registrations)) {
      attempt(registration::step);
    }
    registrations.removeIf(SiteRegistration::hasLeft);
  }

  /** Tries what is tried again anyway when ZooKeeper can be reached. */
  private void attempt(Work work) {
    if (!connected) {
      return;
    }
    try {
      work.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      LOG.debug("ZooKeeper did not answer", e);
      retryLater();
    }
  }

  private void retryLater() {
    if (lookQueued.compareAndSet(false, true)) {
      var ignored =
          thread.schedule(
              this::look, settings.sessionTimeoutMs() / STEPS_PER_TIMEOUT, TimeUnit.MILLISECONDS);
    }
  }

  private <T> void answer(Scheduler scheduler, Consumer<Result<T>> done, Callable<T> work) {
    thread.execute(
        () -> {
          Result<T> result = result(work);
          scheduler.execute(() -> done.accept(result));
        });
  }

  private <T> Result<T> result(Callable<T> work) {
    try {
      return new Result<>(registry.connected(work), null);
    } catch (RuntimeException e) {
      return new Result<>(null, e);
    }
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      thread.execute(
          () -> {
            watcher.close();
            registry.close();
          });
      thread.shutdown();
    }
  }

  private void executeUnlessClosed(Runnable task) {
    try {
      thread.execute(task);
    } catch (RejectedExecutionException e) {
      LOG.debug("left out: the membership is closed", e);
    }
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "thetis-membership");
    thread.setDaemon(true);
    return thread;
  }

  private interface Work {
    void run() throws Exception;
  }
}
