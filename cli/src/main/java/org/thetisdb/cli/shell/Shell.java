package org.thetisdb.cli.shell;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Reader;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.Locale;
import java.util.Set;

/** Runs statements and commands, and shows what comes back. For one thread, but for cancel. */
public final class Shell implements AutoCloseable {
  private static final int FETCH_ROWS = 1_000;
  private static final Set<String> CHANGES =
      Set.of("INSERT", "UPDATE", "DELETE", "UPSERT", "MERGE");

  private final Connection connection;
  private final OutputFormat format;
  private final PrintWriter out;
  private final PrintWriter err;
  private final TableDescriber describer;
  private boolean timing;
  private boolean quit;
  private volatile Statement running;

  /** A shell over a connection, which stays the caller's. */
  public Shell(
      Connection connection,
      OutputFormat format,
      PrintWriter out,
      PrintWriter err,
      boolean timing) {
    this.connection = connection;
    this.format = format;
    this.out = out;
    this.err = err;
    this.timing = timing;
    this.describer = new TableDescriber(connection, out);
  }

  Connection connection() {
    return connection;
  }

  PrintWriter out() {
    return out;
  }

  boolean hasQuit() {
    return quit;
  }

  /**
   * Runs all statements of a text; the last one needs no semicolon.
   *
   * @return whether all did what they should; the first that does not ends it
   */
  public boolean runText(String text) throws IOException {
    return runScript(new java.io.StringReader(text));
  }

  /** Runs all statements of a script; see {@link #runText}. */
  public boolean runScript(Reader script) throws IOException {
    BufferedReader lines = new BufferedReader(script);
    ShellStatements statements = new ShellStatements();
    for (String line = lines.readLine(); line != null && !quit; line = lines.readLine()) {
      statements.addLine(line);
      if (!runComplete(statements, lines)) {
        return false;
      }
    }
    String rest = statements.rest();
    return quit || rest.isEmpty() || run(rest);
  }

  /** Runs what is complete; false at the first error. */
  boolean runComplete(ShellStatements statements) throws IOException {
    return runComplete(statements, null);
  }

  /**
   * Runs what is complete of a script.
   *
   * @param behind the lines that follow, which may be rows of COPY; null if nobody has them
   */
  private boolean runComplete(ShellStatements statements, BufferedReader behind)
      throws IOException {
    for (String next = statements.next(); next != null && !quit; next = statements.next()) {
      CopyStatement copy = behind == null ? null : CopyStatement.of(next);
      if (copy == null ? !run(next) : !copy(copy, next, behind)) {
        return false;
      }
    }
    return true;
  }

  private boolean copy(CopyStatement copy, String statement, BufferedReader rows)
      throws IOException {
    try {
      long copied = new CopyIn(connection, copy).run(rows);
      if (format == OutputFormat.ALIGNED) {
        out.println("OK, " + copied + (copied == 1 ? " row" : " rows"));
      }
      return true;
    } catch (SQLException e) {
      fail(ErrorText.of(e, statement));
      return false;
    } finally {
      out.flush();
    }
  }

  private boolean run(String statement) throws IOException {
    long startNs = System.nanoTime();
    try {
      if (statement.startsWith("\\")) {
        return command(statement);
      }
      execute(statement);
      if (timing) {
        double ms = (System.nanoTime() - startNs) / 1e6;
        // Beside the rows, so that those can go to a program.
        PrintWriter beside = format == OutputFormat.ALIGNED ? out : err;
        beside.println(String.format(Locale.ROOT, "Time: %.3f ms", ms));
        beside.flush();
      }
      return true;
    } catch (SQLException e) {
      fail(ErrorText.of(e, statement));
      return false;
    } finally {
      out.flush();
    }
  }

  private void fail(String text) {
    out.flush();
    err.print(text);
    err.flush();
  }

  private void execute(String sql) throws SQLException, IOException {
    try (Statement statement = connection.createStatement()) {
      statement.setEscapeProcessing(true);
      statement.setFetchSize(FETCH_ROWS);
      running = statement;
      if (statement.execute(sql)) {
        try (ResultSet rows = statement.getResultSet()) {
          RowPrinter.of(format).print(rows, out);
        }
      } else if (format == OutputFormat.ALIGNED) {
        out.println(done(sql, statement.getLargeUpdateCount()));
      }
      notices(statement.getWarnings());
    } finally {
      running = null;
    }
  }

  private static String done(String sql, long count) {
    String word = sql.split("[^A-Za-z]", 2)[0].toUpperCase(Locale.ROOT);
    if (!CHANGES.contains(word)) {
      return "OK";
    }
    return "OK, " + count + (count == 1 ? " row" : " rows");
  }

  private void notices(SQLWarning first) {
    for (SQLWarning notice = first; notice != null; notice = notice.getNextWarning()) {
      err.println("Notice: " + notice.getMessage());
    }
    err.flush();
  }

  /** Stops what runs. From any thread. */
  void cancel() {
    Statement statement = running;
    if (statement != null) {
      try {
        statement.cancel();
      } catch (SQLException e) {
        // It has ended meanwhile.
      }
    }
  }

  private boolean command(String text) throws SQLException, IOException {
    String[] words = text.split("\\s+", 2);
    String argument = words.length > 1 ? words[1].strip() : "";
    switch (words[0]) {
      case "\\q" -> quit = true;
      case "\\?" -> out.print(Help.TEXT);
      case "\\timing" -> {
        timing = !timing;
        out.println("Timing is " + (timing ? "on." : "off."));
      }
      case "\\d" -> {
        if (argument.isEmpty()) {
          describer.tables();
        } else {
          return described(argument);
        }
      }
      case "\\dt" -> describer.tables();
      case "\\di" -> describer.indexes();
      case "\\dv" -> describer.views();
      case "\\dn" -> describer.schemas();
      case "\\ds" -> describer.sequences();
      case "\\df" -> describer.procedures();
      case "\\l" -> describer.clusters();
      case "\\restrict", "\\unrestrict" -> {} // PostgreSQL's dumps protect psql by these
      default -> {
        fail("There is no command " + words[0] + "; see \\?." + System.lineSeparator());
        return false;
      }
    }
    return true;
  }

  private boolean described(String name) throws SQLException, IOException {
    if (describer.table(name)) {
      return true;
    }
    fail("There is no table \"" + name + "\"; see \\d." + System.lineSeparator());
    return false;
  }

  @Override
  public void close() {
    out.flush();
    err.flush();
  }
}
