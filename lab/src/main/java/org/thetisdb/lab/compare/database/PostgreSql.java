package org.thetisdb.lab.compare.database;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.thetisdb.lab.compare.grammar.TableSpec;

/**
 * PostgreSQL by a process of its shell, psql, which runs until this is closed. Its tables are
 * temporary ones: these need no file that has to be on disk, and are gone in the end.
 */
public final class PostgreSql implements ComparedDatabase {
  private static final String MARK = "-- next";
  private static final String RECORD_END = "␞";
  private static final int TIMEOUT_MS = 5_000;
  private static final int END_S = 5;

  private final boolean reversed;
  private final Process process;
  private final BufferedWriter in;
  private final BufferedReader out;
  private List<TableSpec> made = List.of();

  /**
   * Starts the shell.
   *
   * @param command psql and its arguments, which say where the database is
   * @param reversed whether rows are inserted from the last to the first
   */
  public PostgreSql(List<String> command, boolean reversed) throws IOException {
    this.reversed = reversed;
    List<String> all = new ArrayList<>(command);
    all.addAll(List.of("-X", "-q"));
    process = new ProcessBuilder(all).redirectErrorStream(true).start();
    in =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    DatabaseAnswer began =
        answer(
            """
            \\set VERBOSITY verbose
            \\pset format unaligned
            \\pset tuples_only on
            \\pset null ∅
            \\pset recordsep '%s\\n'
            SET client_min_messages TO error;
            SET TIME ZONE 'UTC';
            SET statement_timeout TO %d;
            SET jit TO off;
            SET synchronous_commit TO off;
            """
                .formatted(RECORD_END, TIMEOUT_MS));
    if (!began.isGood() || !began.rows().isEmpty()) {
      close();
      throw new IOException("PostgreSQL cannot be asked: " + began.shown());
    }
  }

  @Override
  public void reset(List<TableSpec> tables) {
    StringBuilder script = new StringBuilder("BEGIN;\n");
    made.forEach(table -> script.append("DROP TABLE " + table.name() + ";\n"));
    for (TableSpec table : tables) {
      List<List<String>> rows = new ArrayList<>(table.rows());
      if (reversed) {
        Collections.reverse(rows);
      }
      for (String sql : table.withRows(rows).definitions(true)) {
        script.append(sql.replaceFirst("^CREATE TABLE ", "CREATE TEMPORARY TABLE ")).append(";\n");
      }
    }
    script.append("COMMIT;\n");
    DatabaseAnswer answer = answer(script.toString());
    if (!answer.isGood()) {
      throw new IllegalStateException("PostgreSQL refuses the tables: " + answer.shown());
    }
    made = List.copyOf(tables);
  }

  @Override
  public DatabaseAnswer query(String sql) {
    return asked(sql).get();
  }

  @Override
  public Supplier<DatabaseAnswer> asked(String sql) {
    send(sql + ";\n");
    return this::received;
  }

  @Override
  public DatabaseAnswer change(String sql, String look) {
    return askedToChange(sql, look).get();
  }

  @Override
  public Supplier<DatabaseAnswer> askedToChange(String sql, String look) {
    send("BEGIN;\n" + sql + ";\n", look + ";\n", "ROLLBACK;\n");
    return () -> {
      DatabaseAnswer both = received().and(received());
      received();
      return both;
    };
  }

  private DatabaseAnswer answer(String script) {
    send(script);
    return received();
  }

  /** Sends several in one go; each has an answer. */
  private void send(String... scripts) {
    try {
      for (String script : scripts) {
        in.write(script);
        in.write("\\echo " + MARK + "\n");
      }
      in.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private DatabaseAnswer received() {
    try {
      StringBuilder printed = new StringBuilder();
      String line = out.readLine();
      while (!MARK.equals(line)) {
        if (line == null) {
          throw new IOException("psql has ended: " + printed);
        }
        printed.append(line).append('\n');
        line = out.readLine();
      }
      return parsed(printed.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static DatabaseAnswer parsed(String printed) {
    int error = printed.indexOf("ERROR:  ");
    if (error >= 0) {
      String rest = printed.substring(error + "ERROR:  ".length());
      int end = rest.indexOf(':');
      String state = end < 0 ? rest.strip() : rest.substring(0, end);
      return DatabaseAnswer.error(state, rest.lines().findFirst().orElse(""));
    }
    if (printed.isEmpty()) {
      return DatabaseAnswer.of(List.of());
    }
    String rows = printed.endsWith("\n") ? printed.substring(0, printed.length() - 1) : printed;
    List<String> all = new ArrayList<>();
    for (String row : rows.split(RECORD_END + "\n", -1)) {
      all.add(row.replace("\n", "⏎"));
    }
    return DatabaseAnswer.of(all);
  }

  @Override
  public void close() {
    try {
      in.write("\\q\n");
      in.close();
      process.waitFor(END_S, TimeUnit.SECONDS);
    } catch (IOException e) {
      // it has ended by itself
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      process.destroy();
    }
  }
}
