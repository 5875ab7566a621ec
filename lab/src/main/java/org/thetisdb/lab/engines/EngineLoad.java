package org.thetisdb.lab.engines;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.thetisdb.benchmarks.driver.Calls;
import org.thetisdb.benchmarks.driver.Driven;
import org.thetisdb.benchmarks.driver.Loader;
import org.thetisdb.benchmarks.driver.LoopControl;
import org.thetisdb.benchmarks.driver.RunListener;
import org.thetisdb.benchmarks.driver.Target;
import org.thetisdb.benchmarks.driver.Workload;
import org.thetisdb.benchmarks.driver.result.BenchResult;
import org.thetisdb.benchmarks.driver.result.ErrorSamples;
import org.thetisdb.benchmarks.driver.result.MeasuredInterval;
import org.thetisdb.benchmarks.driver.result.Meter;
import org.thetisdb.benchmarks.driver.result.RunOptions;
import org.thetisdb.benchmarks.driver.result.StatusView;
import org.thetisdb.benchmarks.driver.script.LoadPlan;
import org.thetisdb.client.CallException;
import org.thetisdb.client.ServerInfo;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.SiteToRouter.Report;

/**
 * A workload on engines by themselves: loads, drives, checks the invariants, and that all sites
 * hold the same rows.
 */
final class EngineLoad implements Driven, Target {
  private static final int LOAD_SESSIONS = 16;
  private static final long REST_PATIENCE_MS = 30_000;

  private final EngineOnlyCluster engines;
  private final Workload workload;
  private final RunOptions options;
  private final Meter meter;
  private final LoopControl control;
  private final BusyTimes busy;

  /** A load that has not begun, on engines that serve. */
  EngineLoad(EngineOnlyCluster engines, Workload workload, RunOptions options) {
    this.engines = engines;
    this.workload = workload;
    this.options = options;
    this.meter = new Meter(workload.types().size());
    this.control = new LoopControl(options.clients());
    this.busy = new BusyTimes(engines.sites().stream().map(StandaloneSite::engine).toList());
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
  public String style() {
    return "engines alone";
  }

  @Override
  public List<String> types() {
    return workload.types();
  }

  @Override
  public void prepare(RunListener listener) throws InterruptedException {
    engines.install(workload);
    listener.onUploaded(workload.name(), workload.procedures().procedures().size());
    long beganNs = System.nanoTime();
    LoadPlan plan = workload.loadPlan();
    List<Calls> sessions = new ArrayList<>();
    for (int i = 0; i < Math.min(LOAD_SESSIONS, plan.calls()); i++) {
      GeneratorSession session = engines.openSession();
      sessions.add(
          (procedure, arguments, callback) ->
              engines.call(session, procedure, ValueCodec.decodeArguments(arguments), callback));
    }
    new Loader(plan, done -> listener.onLoadProgress(done, plan.calls())).load(sessions);
    listener.onLoaded((System.nanoTime() - beganNs) / 1e9);
  }

  @Override
  public void start() {
    busy.look();
    for (int i = 0; i < options.clients(); i++) {
      new EngineClient(
              engines,
              engines.openSession(),
              workload.script(i, options.clients(), options.seed()),
              meter,
              control)
          .begin();
    }
  }

  @Override
  public MeasuredInterval take() {
    busy.look();
    return meter.take();
  }

  @Override
  public Map<String, ErrorSamples.Sample> errors() {
    return meter.errors();
  }

  @Override
  public long stop() {
    busy.end(options.durationS());
    control.stop();
    return 0;
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
    try {
      String verdict =
          workload.check(
              (procedure, arguments) -> engines.call(procedure, arguments).resultOrThrow());
      String difference = verdict.equals(BenchResult.OK) ? engines.compareReplicas() : "";
      return difference.isEmpty() ? verdict : difference;
    } catch (CallException e) {
      return "could not be checked: " + e.describe();
    } catch (ThetisException e) {
      return "could not be checked: " + e.getMessage();
    }
  }

  /** How much each engine's thread was busy in the seconds that counted, for people. */
  String report() {
    return busy.text() + engines.phases();
  }

  @Override
  public void close() {
    control.close();
  }

  @Override
  public ServerInfo server() {
    return new ServerInfo(engines.cluster(), engines.scheme(), engines.durability(), 0);
  }

  /** Nobody answers any more when an engine has ended; then the run ends, too. */
  @Override
  public StatusView status() {
    if (engines.fault().isDone()) {
      throw new ThetisException(ErrorCode.INTERNAL, engines.fault().join().toString());
    }
    List<String> sites = new ArrayList<>();
    long all = 0;
    for (Generator each : engines.generators()) {
      Report report = each.report();
      long committed = report == null ? 0 : report.load().committed();
      all += committed;
      sites.add(
          "{\"site\":%d,\"committed\":%d,\"bytes_logged\":%d}"
              .formatted(each.site(), committed, report == null ? 0 : report.load().bytesLogged()));
    }
    return StatusView.parse(
        "{\"counters\":{\"committed\":%d},\"per_site\":[%s]}"
            .formatted(all, String.join(",", sites)));
  }
}
