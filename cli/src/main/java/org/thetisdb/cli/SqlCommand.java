package org.thetisdb.cli;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.thetisdb.cli.option.CommonOptions;
import org.thetisdb.cli.option.LoginFlags;
import org.thetisdb.cli.option.TlsFlags;
import org.thetisdb.cli.shell.InteractiveShell;
import org.thetisdb.cli.shell.OutputFormat;
import org.thetisdb.cli.shell.Shell;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code thetis sql}: the shell. */
@Command(
    name = "sql",
    description = "Runs SQL: from a terminal, a pipe, a file or the command line.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Statements end with a semicolon. In a terminal, \\? lists the commands of the shell.",
      "Without a terminal, and with -e and -f, the first error ends it with status 1.",
      "",
      "Examples:",
      "  ./thetis sql",
      "  ./thetis sql -e \"SELECT * FROM account WHERE id = 7\"",
      "  ./thetis sql -f schema.sql",
      "  ./thetis sql --csv -e \"SELECT * FROM account\" > account.csv"
    })
final class SqlCommand implements Callable<Integer> {
  private static final String URL_PREFIX = "jdbc:";

  @Spec private CommandSpec spec;

  @Option(
      names = "--url",
      paramLabel = "URL",
      defaultValue = "jdbc:thetis://127.0.0.1:7433/",
      description = "URL of JDBC, or HOST:PORT[,HOST:PORT] (${DEFAULT-VALUE}).")
  private String url;

  @Option(
      names = {"-e", "--execute"},
      paramLabel = "STATEMENT",
      description = "Runs this; may be given several times.")
  private List<String> statements = new ArrayList<>();

  @Option(
      names = {"-f", "--file"},
      paramLabel = "FILE",
      description = "Runs the statements of a file, after those of -e.")
  private List<Path> files = new ArrayList<>();

  @Option(names = "--csv", description = "Rows as comma-separated values.")
  private boolean csv;

  @Option(names = "--json", description = "Rows as JSON.")
  private boolean json;

  @Option(names = "--timing", description = "Shows how long each statement took.")
  private boolean timing;

  @Mixin private TlsFlags tls;

  @Mixin private LoginFlags login;

  @Option(names = "--debug", description = "Shows stack traces and talkative logs.")
  void setDebug(boolean debug) {
    if (debug) {
      System.setProperty(CommonOptions.DEBUG_PROPERTY, "true");
      System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "info");
    }
  }

  @Override
  public Integer call() throws SQLException, IOException {
    requireSense();
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    try (Connection connection = connect();
        Shell shell = new Shell(connection, format(), out, err, timing)) {
      return run(shell) ? 0 : 1;
    } finally {
      out.flush();
    }
  }

  private boolean run(Shell shell) throws SQLException, IOException {
    if (statements.isEmpty() && files.isEmpty()) {
      return InteractiveShell.isTerminal()
          ? new InteractiveShell(shell).run()
          : shell.runScript(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    }
    for (String statement : statements) {
      if (!shell.runText(statement)) {
        return false;
      }
    }
    for (Path file : files) {
      try (Reader reader = Files.newBufferedReader(file)) {
        if (!shell.runScript(reader)) {
          return false;
        }
      }
    }
    return true;
  }

  private void requireSense() {
    if (csv && json) {
      throw new ParameterException(spec.commandLine(), "Either --csv or --json, not both.");
    }
    for (Path file : files) {
      if (!Files.isReadable(file) || Files.isDirectory(file)) {
        throw new ParameterException(spec.commandLine(), "File " + file + " cannot be read.");
      }
    }
  }

  private OutputFormat format() {
    return json ? OutputFormat.JSON : csv ? OutputFormat.CSV : OutputFormat.ALIGNED;
  }

  /** What the URL says itself goes before the flags. */
  private String withTls(String full) {
    String query = full.contains("sslmode=") ? "" : tls.query();
    return query.isEmpty() ? full : full + (full.contains("?") ? "&" : "?") + query;
  }

  private Connection connect() throws SQLException {
    String full = withTls(url.startsWith(URL_PREFIX) ? url : "jdbc:thetis://" + url + "/");
    try {
      return DriverManager.getConnection(full, login.properties());
    } catch (SQLException e) {
      if (e.getMessage().contains("T6001") || e.getMessage().contains("not a URL")) {
        throw new ParameterException(spec.commandLine(), e.getMessage(), e);
      }
      throw e;
    }
  }
}
