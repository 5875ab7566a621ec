package org.thetisdb.benchmarks.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.thetisdb.benchmarks.costs.CostMeter;
import org.thetisdb.benchmarks.costs.CostSheet;
import org.thetisdb.benchmarks.driver.SteppedCluster.SteppedSession;
import org.thetisdb.benchmarks.driver.result.BenchResult;
import org.thetisdb.benchmarks.driver.result.Ending;
import org.thetisdb.benchmarks.driver.result.LoadFacts;
import org.thetisdb.benchmarks.driver.result.MeasuredInterval;
import org.thetisdb.benchmarks.driver.result.Meter;
import org.thetisdb.benchmarks.driver.result.RunOptions;
import org.thetisdb.benchmarks.driver.result.StatusView;
import org.thetisdb.benchmarks.driver.script.LoadPlan;
import org.thetisdb.benchmarks.driver.script.Script;
import org.thetisdb.client.CallException;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.ValueCodec;

/**
 * Runs a workload on a cluster that has a time of its own: loads, drives, checks, as {@link
 * Benchmark} does in real time. Stretches are tenths of a second. One instance, one run, by one
 * thread.
 */
public final class SteppedBenchmark {
  private static final int LOAD_SESSIONS = 16;

  /** Stretches of a run in a second. */
  public static final int STRETCHES_IN_S = 10;

  private static final long STRETCH_US = 1_000_000 / STRETCHES_IN_S;
  private static final long SLICE_US = 1_000;
  private static final long LOAD_PATIENCE_US = 600_000_000;
  private static final long PATIENCE_US = 30_000_000;

  /** Then tables that nobody writes are known for that, and are read everywhere (decision 0033). */
  private static final long REST_US = 12_000_000;

  private static final long NANOS_IN_MICRO = 1_000;

  private final SteppedCluster cluster;
  private final Workload workload;
  private final RunOptions options;
  private final Meter meter;
  private final SampledFootprints footprints;
  private final List<SteppedSession> sessions = new ArrayList<>();
  private LoadFacts loaded = LoadFacts.NONE;

  /** A run that has not begun, of which the options say how long it is in the cluster's time. */
  public SteppedBenchmark(SteppedCluster cluster, Workload workload, RunOptions options) {
    this.cluster = cluster;
    this.workload = workload;
    this.options = options;
    this.meter = new Meter(workload.types().size());
    this.footprints = new SampledFootprints(workload.procedures());
    for (int i = 0; i < Math.max(options.clients(), LOAD_SESSIONS); i++) {
      sessions.add(cluster.openSession());
    }
  }

  /**
   * Uploads the procedures, makes the data, and lets the cluster rest.
   *
   * @throws CallException if the cluster does not do it
   */
  public void prepare() {
    CallOutcome[] uploaded = new CallOutcome[1];
    cluster.upload(workload, outcome -> uploaded[0] = outcome);
    runUntil(() -> uploaded[0] != null, PATIENCE_US);
    uploaded[0].resultOrThrow();
    LoadPlan plan = workload.loadPlan();
    long beganUs = cluster.nowUs();
    List<SteppedSession> loading = sessions.subList(0, Math.min(LOAD_SESSIONS, plan.calls()));
    Loader loader = new Loader(plan, done -> {});
    LoopControl control = new LoopControl(loading.size(), new ClusterTime());
    loader.begin(loading, control);
    runUntil(control::isIdle, LOAD_PATIENCE_US);
    loader.checkLoaded();
    loaded = new LoadFacts(0, (cluster.nowUs() - beganUs) / 1e6, loading.size(), 0);
    followAll();
    cluster.runForUs(REST_US);
  }

  /** Sessions that loaded nothing do not read from before the load. */
  private void followAll() {
    for (SteppedSession reader : sessions) {
      for (SteppedSession writer : sessions.subList(0, LOAD_SESSIONS)) {
        if (reader != writer) {
          reader.follow(writer);
        }
      }
    }
  }

  /** Drives the clients, lets them come to rest, and checks the invariants. */
  public BenchResult run() {
    return run(RunListener.NONE);
  }

  /**
   * The same before somebody.
   *
   * @param listener hears of the beginning and of each stretch; the cluster's time stands meanwhile
   */
  public BenchResult run(RunListener listener) {
    listener.onStarted();
    LoopControl control = new LoopControl(options.clients(), new ClusterTime());
    begin(control);
    Course course = new Course(workload.types().size(), status());
    CostMeter costMeter = cluster.costs();
    course.begin(cluster.nowUs() * NANOS_IN_MICRO);
    int warmUp = options.warmUpS() * STRETCHES_IN_S;
    int all = warmUp + options.durationS() * STRETCHES_IN_S;
    for (int number = 1; number <= all; number++) {
      if (number == warmUp + 1) {
        costMeter.begin();
      }
      cluster.runForUs(STRETCH_US);
      MeasuredInterval interval = meter.take();
      long nowNs = cluster.nowUs() * NANOS_IN_MICRO;
      listener.onSecond(course.add(number, number <= warmUp, nowNs, interval, status()));
    }
    CostSheet costs = costMeter.end(course.totals().count(Ending.COMMITTED));
    control.stop();
    listener.onChecking();
    boolean rests = isReached(control::isIdle, PATIENCE_US);
    course.totals().addLate(meter.take());
    return result(course, costs, rests ? check() : "some clients did not come to rest");
  }

  private void begin(LoopControl control) {
    Pace pace = new Pace(options.ratePerS());
    pace.begin(control.nowNs());
    for (int i = 0; i < options.clients(); i++) {
      Script script = workload.script(i, options.clients(), options.seed());
      new LoopClient(sessions.get(i), new SeenScript(script, footprints), meter, pace, control)
          .next();
    }
  }

  private StatusView status() {
    CallOutcome[] answer = new CallOutcome[1];
    cluster.status(outcome -> answer[0] = outcome);
    runUntil(() -> answer[0] != null, PATIENCE_US);
    return StatusView.parse((String) answer[0].resultOrThrow());
  }

  private String check() {
    SteppedSession session = cluster.openSession();
    sessions.forEach(session::follow);
    try {
      return workload.check((procedure, arguments) -> call(session, procedure, arguments));
    } catch (CallException e) {
      return "could not be checked: " + e.describe();
    }
  }

  private Object call(SteppedSession session, String procedure, Object... arguments) {
    CallOutcome[] answer = new CallOutcome[1];
    session.call(procedure, ValueCodec.encodeArguments(arguments), outcome -> answer[0] = outcome);
    runUntil(() -> answer[0] != null, PATIENCE_US);
    return answer[0].resultOrThrow();
  }

  private void runUntil(BooleanSupplier condition, long patienceUs) {
    if (!isReached(condition, patienceUs)) {
      throw new ThetisException(
          ErrorCode.INTERNAL, "a simulated cluster did not answer within " + patienceUs + " us");
    }
  }

  private boolean isReached(BooleanSupplier condition, long patienceUs) {
    long endUs = cluster.nowUs() + patienceUs;
    while (!condition.getAsBoolean() && cluster.nowUs() < endUs) {
      cluster.runForUs(SLICE_US);
    }
    return condition.getAsBoolean();
  }

  private BenchResult result(Course course, CostSheet costs, String invariants) {
    BenchResult.Setup setup =
        new BenchResult.Setup(
            workload.name(),
            "procedure",
            "",
            "",
            workload.types(),
            cluster.server().scheme(),
            cluster.server().durability(),
            course.sites(),
            options);
    return new BenchResult(
        setup,
        course.countedS(),
        course.totals(),
        0,
        course.cluster(),
        course.seconds(),
        loaded,
        course.placement(footprints.samples()),
        costs,
        meter.errors(),
        Map.of(),
        invariants,
        0);
  }

  /** The cluster's time, for the clients. */
  private final class ClusterTime implements RunTime {
    @Override
    public long nowNs() {
      return cluster.nowUs() * NANOS_IN_MICRO;
    }

    @Override
    public void later(long delayNs, Runnable task) {
      cluster.later(delayNs / NANOS_IN_MICRO, task);
    }
  }
}
