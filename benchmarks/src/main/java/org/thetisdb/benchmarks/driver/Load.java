package org.thetisdb.benchmarks.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.thetisdb.benchmarks.driver.result.ErrorRule;
import org.thetisdb.benchmarks.driver.result.ErrorSamples;
import org.thetisdb.benchmarks.driver.result.MeasuredInterval;
import org.thetisdb.benchmarks.driver.result.Meter;
import org.thetisdb.benchmarks.driver.result.RunOptions;
import org.thetisdb.benchmarks.driver.script.LoadPlan;
import org.thetisdb.benchmarks.driver.script.Script;
import org.thetisdb.client.AbortedException;
import org.thetisdb.client.CallException;
import org.thetisdb.client.NotRunException;
import org.thetisdb.client.Session;
import org.thetisdb.client.ThetisClient;

/**
 * A workload's clients on a cluster: uploads, loads, drives them until it is asked to stop, checks.
 * One instance, one run, by one thread; the clients live on the client's thread.
 */
public final class Load implements Driven {
  private static final int LOAD_SESSIONS = 16;
  private static final long REST_PATIENCE_MS = 30_000;
  private static final int CHECK_TRIES = 5;
  private static final long CHECK_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(250);

  private final ThetisClient client;
  private final Workload workload;
  private final RunOptions options;
  private final Meter meter;
  private final LoopControl control;
  private final SampledFootprints footprints;
  private final List<Session> sessions = new ArrayList<>();
  private MeasuredInterval total;
  private Pace pace;

  /** A load that has not begun. Of the options, the times do not matter here. */
  public Load(ThetisClient client, Workload workload, RunOptions options) {
    this.client = client;
    this.workload = workload;
    this.options = options;
    this.footprints = new SampledFootprints(workload.procedures());
    this.meter = new Meter(workload.types().size());
    this.total = MeasuredInterval.empty(workload.types().size());
    this.control = new LoopControl(options.clients());
  }

  @Override
  public String name() {
    return workload.name();
  }

  @Override
  public String via() {
    return "procedure";
  }

  @Override
  public List<String> types() {
    return workload.types();
  }

  /**
   * Uploads the procedures and makes the data.
   *
   * @throws CallException if the cluster does not do it
   */
  @Override
  public void prepare(RunListener listener) throws InterruptedException {
    client.uploadJar(workload.name(), workload.jar());
    listener.onUploaded(workload.name(), workload.procedures().procedures().size());
    for (int i = 0; i < Math.max(options.clients(), LOAD_SESSIONS); i++) {
      sessions.add(client.session());
    }
    long beganNs = System.nanoTime();
    LoadPlan plan = workload.loadPlan();
    new Loader(plan, done -> listener.onLoadProgress(done, plan.calls()))
        .load(calls().subList(0, Math.min(LOAD_SESSIONS, plan.calls())));
    listener.onLoaded((System.nanoTime() - beganNs) / 1e9);
  }

  private List<Calls> calls() {
    return sessions.stream().<Calls>map(session -> session::callEncoded).toList();
  }

  /** Lets the clients begin. Sessions that loaded nothing do not read from before the load. */
  @Override
  public void start() {
    sessions.forEach(this::follow);
    pace = new Pace(options.ratePerS());
    pace.begin(System.nanoTime());
    for (int i = 0; i < options.clients(); i++) {
      Script script = workload.script(i, options.clients(), options.seed());
      new LoopClient(
              sessions.get(i)::callEncoded,
              new SeenScript(script, footprints),
              meter,
              pace,
              control)
          .next();
    }
  }

  private void follow(Session reader) {
    for (Session writer : sessions) {
      if (writer != reader) {
        reader.follow(writer);
      }
    }
  }

  @Override
  public List<int[]> footprints() {
    return footprints.samples();
  }

  @Override
  public MeasuredInterval take() {
    return meter.take();
  }

  /** What they did so far; for runs of which nobody takes intervals. */
  public MeasuredInterval totals() {
    total.add(meter.take());
    return total;
  }

  @Override
  public Map<String, ErrorSamples.Sample> errors() {
    return meter.errors();
  }

  @Override
  public long stop() {
    control.stop();
    return pace.unbegun(System.nanoTime());
  }

  @Override
  public boolean awaitRest(long patienceMs) throws InterruptedException {
    return control.awaitRest(patienceMs);
  }

  @Override
  public long restPatienceMs() {
    return REST_PATIENCE_MS;
  }

  @Override
  public String check() {
    try (Session session = client.session()) {
      follow(session);
      return workload.check((procedure, arguments) -> call(session, procedure, arguments));
    } catch (CallException e) {
      return "could not be checked: " + e.describe();
    }
  }

  /** A check that loses a conflict, or meets a site that is just away, is made again. */
  private static Object call(Session session, String procedure, Object... arguments) {
    for (int tries = 1; ; tries++) {
      try {
        return session.call(procedure, arguments);
      } catch (AbortedException | NotRunException e) {
        if (tries == CHECK_TRIES || !ErrorRule.isExpected(e.code().id())) {
          throw e;
        }
        LockSupport.parkNanos(CHECK_PAUSE_NS);
      }
    }
  }

  @Override
  public void close() {
    control.close();
  }
}
