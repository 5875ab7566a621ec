package org.thetisdb.benchmarks.listappend;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.thetisdb.benchmarks.driver.Workload;
import org.thetisdb.benchmarks.driver.result.BenchResult;
import org.thetisdb.benchmarks.driver.script.LoadPlan;
import org.thetisdb.benchmarks.driver.script.Script;
import org.thetisdb.history.HistoryWriter;
import org.thetisdb.history.check.Checker;
import org.thetisdb.history.verdict.Verdict;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.runtime.ProcedureJar;

/**
 * Appends to lists and reads them. Its invariants: the history holds at the level that was asked
 * for, and in the end every acknowledged append is there.
 */
public final class ListAppend implements Workload {
  /** The name in commands and results. */
  public static final String NAME = "list-append";

  /** Lists that are read by one call in the end. */
  private static final int LISTS_PER_READ = 100;

  /** The session of the reads in the end; clients are numbered from 0. */
  private static final long LAST_SESSION = -1;

  /** Runs number their lists from the second in which they begin, so that no two share one. */
  private static final int KEY_BITS_PER_SECOND = 22;

  /** 2026-01-01: keys stay small enough for partitions of their own. */
  private static final long EPOCH_MS = 1_767_225_600_000L;

  private final ListAppendOptions options;
  private final long firstKey =
      TimeUnit.MILLISECONDS.toSeconds(System.currentTimeMillis() - EPOCH_MS) << KEY_BITS_PER_SECOND;
  private final KeyWindow keys;
  private final Recorder recorder;
  private String report = "";

  /**
   * A run that is to begin, on lists that no other run has used.
   *
   * @throws UncheckedIOException if the file of the history cannot be written
   */
  public ListAppend(ListAppendOptions options) {
    this.options = options;
    this.keys = new KeyWindow(options.keys(), options.appendsPerKey());
    this.recorder = new Recorder(firstKey, options.transactions(), openFile(options));
  }

  private static HistoryWriter openFile(ListAppendOptions options) {
    try {
      return options.historyFile() == null
          ? null
          : new HistoryWriter(Files.newOutputStream(options.historyFile()));
    } catch (IOException e) {
      throw new UncheckedIOException("The history cannot be written: " + e.getMessage(), e);
    }
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<String> types() {
    return ListAppendScript.TYPES;
  }

  @Override
  public ProcedureJar procedures() {
    return ProcedureJar.of(
        NAME, 1, new Procedure[] {new AppendAndRead(), new ReadLists(), new AppendUnplanned()});
  }

  @Override
  public byte[] jar() {
    return ProcedureJar.pack(
        Lists.class, AppendAndRead.class, ReadLists.class, AppendUnplanned.class);
  }

  /** Nothing: lists that are not there are empty. */
  @Override
  public LoadPlan loadPlan() {
    return LoadPlan.NOTHING;
  }

  @Override
  public Script script(int client, int clients, long seed) {
    return new ListAppendScript(
        options,
        client,
        firstKey,
        keys,
        new SplittableRandom(seed * 1_000_003 + client),
        recorder,
        System::nanoTime);
  }

  @Override
  public String check(Caller caller) {
    readAll(caller);
    Verdict verdict = Checker.check(recorder.finish(), options.level());
    report = verdict.toString();
    String gone = verdict.unread() == 0 ? "" : verdict.unread() + " acknowledged appends are gone";
    if (verdict.holds()) {
      return gone.isEmpty() ? BenchResult.OK : gone;
    }
    return gone.isEmpty() ? verdict.summary() : gone + "; " + verdict.summary();
  }

  /** All lists, behind all that was answered: what is not there now is lost. */
  private void readAll(Caller caller) {
    int count = keys.keys();
    for (int first = 0; first < count; first += LISTS_PER_READ) {
      List<Long> some = new ArrayList<>();
      List<Long> operations = new ArrayList<>();
      for (int i = first; i < Math.min(count, first + LISTS_PER_READ); i++) {
        some.add(firstKey + KeyWindow.key(i));
        operations.add(firstKey + KeyWindow.key(i));
        operations.add(Lists.READ);
      }
      List<?> lists = (List<?>) caller.call("ReadLists", some);
      recorder.readBehindAll(LAST_SESSION, first, System.nanoTime(), operations, lists);
    }
  }

  @Override
  public String report() {
    return report;
  }

  @Override
  public boolean isRepeatable() {
    return false;
  }

  @Override
  public void close() {
    recorder.close();
  }
}
