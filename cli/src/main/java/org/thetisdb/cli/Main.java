package org.thetisdb.cli;

import java.io.PrintWriter;
import java.sql.SQLException;
import org.thetisdb.benchmarks.jdbc.LoadFailedException;
import org.thetisdb.cli.admin.AdminCommand;
import org.thetisdb.cli.admin.StatusCommand;
import org.thetisdb.cli.bench.BenchCommand;
import org.thetisdb.cli.cert.CertCommand;
import org.thetisdb.cli.demo.DemoCommand;
import org.thetisdb.cli.option.CommonOptions;
import org.thetisdb.client.CallException;
import org.thetisdb.core.error.ThetisException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;

/**
 * The command line: {@code ./thetis COMMAND}. Exit status 0 is good, 1 a failure, 2 wrong usage.
 */
@Command(
    name = "thetis",
    description = "A distributed in-memory database that needs no partition key.",
    mixinStandardHelpOptions = true,
    version = Main.VERSION,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      DemoCommand.class,
      StartCommand.class,
      SiteCommand.class,
      RouterCommand.class,
      BenchCommand.class,
      ExperimentCommand.class,
      CheckCommand.class,
      SqlCommand.class,
      StatusCommand.class,
      AdminCommand.class,
      SettingsCommand.class,
      CertCommand.class,
      SimulateCommand.class,
      TortureCommand.class,
      LabCommand.class,
      CommandLine.HelpCommand.class
    },
    footer = {
      "",
      "Begin with:",
      "  ./thetis demo                  what it does: a cluster, and mastership that follows the load",
      "  ./thetis start --data mydata   a cluster that stays",
      "  ./thetis help COMMAND          all options of a command"
    })
public final class Main implements Runnable {
  static final String VERSION = "Thetis 0.1.0";

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  private Main() {}

  /** Runs a command and exits with its status. */
  public static void main(String[] arguments) {
    System.exit(run(arguments));
  }

  static int run(String... arguments) {
    CommandLine line = new CommandLine(new Main());
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setExecutionExceptionHandler(Main::explain);
    line.setParameterExceptionHandler(Main::explainUsage);
    return line.execute(arguments);
  }

  /** One clear line; the stack trace only for those who ask for it. */
  private static int explain(Exception failure, CommandLine line, CommandLine.ParseResult parsed) {
    PrintWriter err = line.getErr();
    String known = describe(failure);
    err.println(known != null ? known : "Failed: " + failure);
    if (System.getProperty(CommonOptions.DEBUG_PROPERTY) != null) {
      failure.printStackTrace(err);
    } else if (known == null) {
      err.println("Add --debug to see where.");
    }
    err.flush();
    return 1;
  }

  /** The code and the sentence of an error that has them; else null. */
  private static String describe(Exception failure) {
    if (failure instanceof SQLException || failure instanceof LoadFailedException) {
      return failure.getMessage();
    }
    if (failure instanceof ThetisException known) {
      return known.describe();
    }
    return failure instanceof CallException known ? known.describe() : null;
  }

  private static int explainUsage(ParameterException wrong, String[] arguments) {
    CommandLine line = wrong.getCommandLine();
    PrintWriter err = line.getErr();
    err.println(wrong.getMessage());
    CommandLine.UnmatchedArgumentException.printSuggestions(wrong, err);
    err.print(line.getHelp().fullSynopsis());
    err.println(
        "Try `thetis help " + (line.getParent() == null ? "" : line.getCommandName()) + "`.");
    err.flush();
    return CommandLine.ExitCode.USAGE;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Which command?");
  }
}
