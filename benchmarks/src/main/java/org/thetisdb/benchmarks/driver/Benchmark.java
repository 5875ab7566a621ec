package org.thetisdb.benchmarks.driver;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.client.CallException;
import org.thetisdb.client.ServerInfo;
import org.thetisdb.client.Session;
import org.thetisdb.client.ThetisClient;

/**
 * Runs a workload on a cluster: uploads, loads, drives, checks. One instance, one run; the calling
 * thread keeps the time while the clients live on the client's thread.
 */
public final class Benchmark {
  private static final int LOAD_SESSIONS = 16;
  private static final long REST_PATIENCE_MS = 30_000;

  private final ThetisClient client;
  private final Workload workload;
  private final RunOptions options;
  private final RunListener listener;
  private final Meter meter;
  private final List<Session> sessions = new ArrayList<>();

  /** A run that has not begun. */
  public Benchmark(
      ThetisClient client, Workload workload, RunOptions options, RunListener listener) {
    this.client = client;
    this.workload = workload;
    this.options = options;
    this.listener = listener;
    this.meter = new Meter(workload.types().size());
  }

  /**
   * Uploads the procedures and makes the data.
   *
   * @throws CallException if the cluster does not do it
   */
  public void prepare() throws InterruptedException {
    client.uploadJar(workload.name(), workload.jar());
    listener.onUploaded(workload.name(), workload.procedures().procedures().size());
    for (int i = 0; i < Math.max(options.clients(), LOAD_SESSIONS); i++) {
      sessions.add(client.session());
    }
    long beganNs = System.nanoTime();
    LoadPlan plan = workload.loadPlan();
    new Loader(plan, done -> listener.onLoadProgress(done, plan.calls()))
        .load(sessions.subList(0, Math.min(LOAD_SESSIONS, plan.calls())));
    listener.onLoaded((System.nanoTime() - beganNs) / 1e9);
  }

  /** Drives the clients, lets them come to rest, and checks the invariants. */
  public BenchResult run() throws InterruptedException {
    try (LoopControl control = new LoopControl(options.clients())) {
      shareWhatWasLoaded();
      RunClock clock = new RunClock(client, meter, options, workload.types().size(), listener);
      Pace pace = startClients(control);
      listener.onStarted();
      clock.run();
      control.stop();
      long unbegun = pace.unbegun(System.nanoTime());
      boolean atRest = control.awaitRest(REST_PATIENCE_MS);
      clock.addRest();
      listener.onChecking();
      String invariants = atRest ? check() : "some clients did not come to rest";
      return result(clock, unbegun, invariants);
    }
  }

  /** Sessions that loaded nothing must not read from before the load. */
  private void shareWhatWasLoaded() {
    for (Session reader : sessions) {
      follow(reader);
    }
  }

  private void follow(Session reader) {
    for (Session writer : sessions) {
      if (writer != reader) {
        reader.follow(writer);
      }
    }
  }

  private Pace startClients(LoopControl control) {
    Pace pace = new Pace(options.ratePerS());
    pace.begin(System.nanoTime());
    for (int i = 0; i < options.clients(); i++) {
      Script script = workload.script(i, options.clients(), options.seed());
      new LoopClient(sessions.get(i), script, meter, pace, control).next();
    }
    return pace;
  }

  private String check() {
    try (Session session = client.session()) {
      follow(session);
      return workload.check(session::call);
    } catch (CallException e) {
      return "could not be checked: " + e.describe();
    }
  }

  private BenchResult result(RunClock clock, long unbegun, String invariants) {
    ServerInfo server = client.server();
    BenchResult.Setup setup =
        new BenchResult.Setup(
            workload.name(),
            workload.types(),
            server.scheme(),
            server.durability(),
            clock.sites(),
            options);
    return new BenchResult(
        setup,
        clock.countedS(),
        clock.totals(),
        unbegun,
        clock.cluster(),
        clock.seconds(),
        meter.errors().samples(),
        invariants,
        0);
  }
}
