package org.thetisdb.cluster;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.config.NetworkSettings;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.time.Clock;

/**
 * Keeps a router running where nobody else would: when one ends by a fault, another one takes its
 * place at the same address, leads in a later epoch and recovers from the sites, as a standby in
 * another process would. The same fault may strike again, so faults are counted: too many in a
 * short time end the host, and {@link #failed} says why. Thread-safe.
 */
final class RouterHost implements AutoCloseable {
  /** This many faults within {@link #WINDOW_US} are borne; one more ends the host. */
  static final int FAULTS_BORNE = 5;

  static final long WINDOW_US = TimeUnit.MINUTES.toMicros(10);

  private static final Logger LOG = LoggerFactory.getLogger(RouterHost.class);
  private static final long PAUSE_MS = 100;

  /** One router, from its start to its end. */
  interface Life extends AutoCloseable {
    /** Where clients connect to. */
    Address address();

    /** Waits until it leads and takes calls; throws why if it ends before. */
    void awaitReady();

    /** Ends with the reason when the router has ended by itself; never when it is closed. */
    CompletableFuture<ThetisException> ended();

    @Override
    void close();
  }

  private final Function<Settings, Life> starter;
  private final Clock clock;
  private final CompletableFuture<ThetisException> failed = new CompletableFuture<>();
  private final Deque<Long> faultsUs = new ArrayDeque<>();
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread made = new Thread(task, "router-host");
            made.setDaemon(true);
            return made;
          });
  private Settings settings;
  private volatile Address address;
  private Life current;
  private boolean closed;

  private RouterHost(Settings settings, Function<Settings, Life> starter, Clock clock) {
    this.settings = settings;
    this.starter = starter;
    this.clock = clock;
  }

  /**
   * Starts a router; returns when it leads and takes calls.
   *
   * @throws ThetisException if the first one cannot be started
   */
  static RouterHost start(Settings settings, Function<Settings, Life> starter, Clock clock) {
    RouterHost host = new RouterHost(settings, starter, clock);
    try {
      host.startFirst();
      return host;
    } catch (RuntimeException e) {
      host.close();
      throw e;
    }
  }

  private void startFirst() {
    Life first = starter.apply(settings);
    synchronized (this) {
      current = first;
    }
    first.awaitReady();
    // The same place for all that follow, so that clients find them.
    address = first.address();
    settings = settings.with(NetworkSettings.LISTEN_PORT, address.port());
    watch(first);
  }

  private void watch(Life router) {
    CompletableFuture<Void> unused =
        router.ended().thenAccept(reason -> onThread(() -> replace(router, reason), 0));
  }

  private synchronized void onThread(Runnable task, long delayMs) {
    if (!closed) {
      ScheduledFuture<?> unused = thread.schedule(task, delayMs, TimeUnit.MILLISECONDS);
    }
  }

  private void replace(Life ended, ThetisException reason) {
    ended.close();
    goOnAfter(reason);
  }

  private void goOnAfter(ThetisException reason) {
    if (isTooMuch()) {
      failed.complete(tooMuch(reason));
      return;
    }
    LOG.warn(
        "Another router takes over in {} ms: fault {} of {} that are borne in {} minutes.",
        PAUSE_MS,
        faultsUs.size(),
        FAULTS_BORNE,
        TimeUnit.MICROSECONDS.toMinutes(WINDOW_US));
    onThread(this::startNext, PAUSE_MS);
  }

  private ThetisException tooMuch(ThetisException reason) {
    Object last = reason.getCause() == null ? reason.getMessage() : reason.getCause();
    String text = "the router failed " + faultsUs.size() + " times, the last time by " + last;
    return new ThetisException(ErrorCode.INTERNAL, text).causedBy(reason);
  }

  /** Counts a fault; whether it is one too many. */
  private boolean isTooMuch() {
    long nowUs = clock.nowUs();
    while (!faultsUs.isEmpty() && faultsUs.peek() <= nowUs - WINDOW_US) {
      faultsUs.remove();
    }
    faultsUs.add(nowUs);
    return faultsUs.size() > FAULTS_BORNE;
  }

  private void startNext() {
    try {
      Life next = starter.apply(settings);
      if (adopt(next)) {
        watch(next);
      } else {
        next.close();
      }
    } catch (ThetisException e) {
      LOG.error("The router could not be started again. {}", e.describe());
      goOnAfter(e);
    }
  }

  private synchronized boolean adopt(Life next) {
    if (!closed) {
      current = next;
    }
    return !closed;
  }

  /** Where clients connect to. */
  Address address() {
    return address;
  }

  /** The router that runs now, or ran last. */
  synchronized Life current() {
    return current;
  }

  /** Ends with the reason when there will be no other router. */
  CompletableFuture<ThetisException> failed() {
    return failed;
  }

  @Override
  public void close() {
    Life last;
    synchronized (this) {
      closed = true;
      last = current;
    }
    thread.shutdownNow();
    if (last != null) {
      last.close();
    }
  }
}
