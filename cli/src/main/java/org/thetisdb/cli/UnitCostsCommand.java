package org.thetisdb.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.thetisdb.benchmarks.text.TextTable;
import org.thetisdb.cli.option.Console;
import org.thetisdb.core.cost.Work;
import org.thetisdb.lab.costs.UnitCostRun;
import org.thetisdb.lab.experiment.ExperimentMachine;
import org.thetisdb.simulation.cost.UnitCostFile;
import org.thetisdb.simulation.cost.UnitCostFile.Spread;
import org.thetisdb.simulation.cost.UnitCosts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code thetis lab unit-costs}: measures what steps of work cost on this machine. */
@Command(
    name = "unit-costs",
    description = {
      "Measures what each step of work costs on this machine: a message, a row that is read,"
          + " written, applied.",
      "The engine's own code runs on one thread in simulated time, each of its tasks is timed, and"
          + " workloads that differ tell the steps apart. The time of a message and of an append is"
          + " that of a network and a log, and is not measured."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  ./thetis lab unit-costs",
      "  ./thetis lab unit-costs --runs 9 --out unit-costs.properties"
    })
final class UnitCostsCommand implements Callable<Integer> {
  private static final int MOST_RUNS = 1_000;

  @Spec private CommandSpec spec;

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "5",
      description = "Rounds that count, behind one that warms up (${DEFAULT-VALUE}).")
  private int runs;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Writes the medians, with the least and the most, into this file.")
  private Path out;

  @Override
  public Integer call() throws IOException {
    if (runs < 1 || runs > MOST_RUNS) {
      throw new ParameterException(spec.commandLine(), "--runs goes from 1 to " + MOST_RUNS + ".");
    }
    Console console = new Console(System.out);
    UnitCostRun run = new UnitCostRun(runs, 1, line -> console.say("%s", line)).run();
    UnitCostFile file = new UnitCostFile(origin(), run.medians(UnitCosts.SHIPPED), run.spreads());
    console.say("%n%s", table(file));
    if (out != null) {
      Files.writeString(out, file.text());
    }
    return 0;
  }

  private Map<String, String> origin() {
    ExperimentMachine machine = ExperimentMachine.ofThisProcess();
    return Map.of(
        "measured",
        LocalDate.now(ZoneOffset.UTC).toString(),
        "machine",
        "%d cores, %d MiB".formatted(machine.cores(), machine.memoryMib()),
        "system",
        machine.system(),
        "java",
        machine.java(),
        "command",
        "./thetis lab unit-costs --runs " + runs);
  }

  private static String table(UnitCostFile file) {
    TextTable table = new TextTable("ns", "shipped", "measured", "least", "most");
    for (Work work : Work.values()) {
      Spread spread = file.spreads().get(work);
      table.row(
          work.key(),
          number(UnitCosts.SHIPPED.ns(work)),
          spread == null ? "" : number(file.costs().ns(work)),
          spread == null ? "" : number(spread.leastNs()),
          spread == null ? "" : number(spread.mostNs()));
    }
    return table.render("");
  }

  private static String number(long ns) {
    return String.format(Locale.ROOT, "%,d", ns);
  }
}
