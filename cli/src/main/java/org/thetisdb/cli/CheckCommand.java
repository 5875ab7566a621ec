package org.thetisdb.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.thetisdb.cli.option.LevelConverter;
import org.thetisdb.history.History;
import org.thetisdb.history.HistoryException;
import org.thetisdb.history.HistoryReader;
import org.thetisdb.history.check.Checker;
import org.thetisdb.history.verdict.Level;
import org.thetisdb.history.verdict.Verdict;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code thetis check}: checks a recorded history. */
@Command(
    name = "check",
    description = "Checks a recorded history for isolation anomalies.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "A line of the file is one transaction:",
      "  {\"session\":1,\"index\":0,\"begin_ns\":0,\"end_ns\":9,\"status\":\"ok\",",
      "   \"ops\":[[\"append\",5,1],[\"r\",6,[1,2]],[\"r\",7,null]]}",
      "status is ok, fail or info; null is a read of which nobody knows what it saw.",
      "",
      "Exit status: 0 the level holds, 1 it is violated, 2 the file is no history.",
      "",
      "Examples:",
      "  ./thetis bench list-append --history history.jsonl",
      "  ./thetis check history.jsonl",
      "  ./thetis check history.jsonl --level strict-serializable"
    })
final class CheckCommand implements Callable<Integer> {
  private static final int HOLDS = 0;
  private static final int VIOLATED = 1;
  private static final int NO_HISTORY = 2;
  private static final String STANDARD_INPUT = "-";

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "JSON lines; - for standard input.")
  private String file;

  @Option(
      names = "--level",
      paramLabel = "L",
      defaultValue = "strong-session-si",
      converter = LevelConverter.class,
      description =
          "read-committed, si, strong-session-si, serializable or strict-serializable (${DEFAULT-VALUE}).")
  private Level level;

  @Override
  public Integer call() {
    History history;
    try (InputStream in = open()) {
      history = HistoryReader.read(in);
    } catch (HistoryException e) {
      return refuse(e.getMessage());
    } catch (NoSuchFileException e) {
      return refuse("There is no file " + file + ".");
    } catch (AccessDeniedException e) {
      return refuse("File " + file + " must not be read.");
    } catch (IOException e) {
      return refuse("File " + file + " cannot be read: " + e.getMessage());
    }
    Verdict verdict = Checker.check(history, level);
    PrintWriter out = spec.commandLine().getOut();
    out.print(verdict);
    out.flush();
    return verdict.holds() ? HOLDS : VIOLATED;
  }

  private InputStream open() throws IOException {
    return file.equals(STANDARD_INPUT) ? System.in : Files.newInputStream(Path.of(file));
  }

  private int refuse(String sentence) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(sentence);
    err.flush();
    return NO_HISTORY;
  }
}
