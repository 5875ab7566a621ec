package org.thetisdb.lab.torture;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.benchmarks.driver.Load;
import org.thetisdb.benchmarks.driver.RunListener;
import org.thetisdb.benchmarks.driver.Workload;
import org.thetisdb.benchmarks.driver.result.Ending;
import org.thetisdb.benchmarks.driver.result.MeasuredInterval;
import org.thetisdb.benchmarks.driver.result.RunOptions;
import org.thetisdb.benchmarks.listappend.ListAppend;
import org.thetisdb.benchmarks.listappend.ListAppendOptions;
import org.thetisdb.benchmarks.smallbank.SmallBank;
import org.thetisdb.benchmarks.smallbank.SmallBankOptions;
import org.thetisdb.client.ClientOptions;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.procedures.runtime.ProcedureDefinition;

/** The clients that work while the cluster is broken, and the proofs of their work. */
final class Workers implements AutoCloseable {
  private static final int ACCOUNTS = 2_000;
  private static final int PARTNERS_APART = 50;

  /** Shorter than some outages, so that there are calls whose end nobody knows. */
  private static final Duration CALL_PATIENCE = Duration.ofSeconds(4);

  private final ThetisClient client;
  private final Map<String, Load> loads = new LinkedHashMap<>();
  private final Map<String, Workload> workloads = new LinkedHashMap<>();

  Workers(String routers, ClientOptions clients, TortureOptions options) {
    client = ThetisClient.connect(routers, clients.withCallTimeout(CALL_PATIENCE));
    RunOptions run = new RunOptions(options.clients(), 1, 0, options.ratePerS(), options.seed());
    add(new ListAppend(lists(options)), run);
    add(
        new SmallBank(
            SmallBankOptions.ofAccounts(ACCOUNTS).withLocality(PARTNERS_APART).withReceipts()),
        run);
  }

  private static ListAppendOptions lists(TortureOptions options) {
    ListAppendOptions usual = ListAppendOptions.standard();
    return new ListAppendOptions(
        usual.keys(),
        usual.operations(),
        usual.appendsPerKey(),
        usual.readOnlyPercent(),
        usual.unplannedPercent(),
        usual.transactions(),
        options.level(),
        options.history());
  }

  private void add(Workload workload, RunOptions run) {
    workloads.put(workload.name(), workload);
    loads.put(workload.name(), new Load(client, workload, run));
  }

  /** The names of all procedures that they call. */
  List<String> procedures() {
    return workloads.values().stream()
        .flatMap(workload -> workload.procedures().procedures().stream())
        .map(ProcedureDefinition::name)
        .toList();
  }

  /** Makes the data and begins. */
  void start() throws InterruptedException {
    for (Load load : loads.values()) {
      load.prepare(RunListener.NONE);
    }
    loads.values().forEach(Load::start);
  }

  /** Lets all come to rest and checks each; what was checked, with "ok" or what broke. */
  Map<String, String> finish() throws InterruptedException {
    loads.values().forEach(Load::stop);
    Map<String, String> verdicts = new LinkedHashMap<>();
    for (Map.Entry<String, Load> each : loads.entrySet()) {
      Load load = each.getValue();
      verdicts.put(
          each.getKey(),
          load.awaitRest(load.restPatienceMs())
              ? load.check()
              : "some clients did not come to rest");
    }
    return verdicts;
  }

  /** What the checks have to say beyond their verdicts. */
  String report() {
    StringBuilder text = new StringBuilder();
    workloads.values().forEach(workload -> text.append(workload.report()));
    return text.toString();
  }

  /** How the calls of each workload ended. */
  Map<String, TortureResult.Tally> tallies() {
    Map<String, TortureResult.Tally> tallies = new LinkedHashMap<>();
    loads.forEach((name, load) -> tallies.put(name, tally(load.totals())));
    return tallies;
  }

  private static TortureResult.Tally tally(MeasuredInterval totals) {
    return new TortureResult.Tally(
        totals.count(Ending.COMMITTED),
        totals.count(Ending.ABORTED) + totals.count(Ending.FAILED),
        totals.count(Ending.NOT_RUN),
        totals.count(Ending.UNKNOWN));
  }

  @Override
  public void close() {
    loads.values().forEach(Load::close);
    client.close();
    workloads.values().forEach(Workload::close);
  }
}
