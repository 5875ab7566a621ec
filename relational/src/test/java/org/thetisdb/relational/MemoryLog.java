package org.thetisdb.relational;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.dtxn.FragmentRefusedException;
import org.thetisdb.dtxn.UndoRecord;
import org.thetisdb.relational.log.StatementLog;

/** The logs of a cluster in memory: the same engine, all fragments of a round or none. */
final class MemoryLog implements ClusterLog {
  /** What becomes of a round with records. */
  enum Fate {
    /** It was appended, and the answer is lost. */
    UNKNOWN_AND_DONE,
    /** It was not appended, and never is. */
    UNKNOWN_AND_LOST,
    /** It is appended when somebody else comes. */
    LATE,
    /** It was not run. */
    NOT_RUN,
  }

  private final Map<Long, StatementLog> logs = new TreeMap<>();
  private final Deque<Fate> fates = new ArrayDeque<>();
  private Map<Long, byte[]> late = Map.of();
  private Runnable onAppended = () -> {};

  synchronized void next(Fate fate) {
    fates.addLast(fate);
  }

  /** Is run once, when the next round with records is in the logs and nobody knows yet. */
  synchronized void onAppended(Runnable event) {
    onAppended = event;
  }

  @Override
  public synchronized Map<Long, byte[]> run(Map<Long, byte[]> fragments) {
    boolean isAppend =
        fragments.values().stream().anyMatch(f -> new String(f, ISO_8859_1).contains("append"));
    if (isAppend && !fates.isEmpty()) {
      fail(fates.removeFirst(), fragments);
    }
    Map<Long, byte[]> answers = all(fragments);
    if (isAppend) {
      Runnable event = onAppended;
      onAppended = () -> {};
      event.run();
    }
    return answers;
  }

  private void fail(Fate fate, Map<Long, byte[]> fragments) {
    if (fate == Fate.NOT_RUN) {
      CallOutcome.failed(ErrorCode.TIMED_OUT, "no time").resultOrThrow();
    }
    if (fate == Fate.UNKNOWN_AND_DONE) {
      all(fragments);
    }
    if (fate == Fate.LATE) {
      late = fragments;
    }
    CallOutcome.unknown("the answer is lost").resultOrThrow();
  }

  /** The round that is on its way arrives. */
  synchronized boolean arrives() {
    try {
      all(late);
      return true;
    } catch (RuntimeException e) {
      return false;
    }
  }

  private Map<Long, byte[]> all(Map<Long, byte[]> fragments) {
    Map<Long, byte[]> answers = new TreeMap<>();
    List<Runnable> undo = new ArrayList<>();
    try {
      fragments.forEach(
          (partition, fragment) -> {
            StatementLog log = logs.computeIfAbsent(partition, number -> new StatementLog());
            UndoRecord record = new UndoRecord();
            answers.put(partition, log.executeFragment(fragment, record));
            undo.add(0, () -> log.applyUndoRecord(record));
          });
    } catch (FragmentRefusedException e) {
      undo.forEach(Runnable::run);
      CallOutcome.failed(ErrorCode.ABORTED_BY_PROCEDURE, e.getMessage()).resultOrThrow();
    }
    return answers;
  }

  /** Another cluster, whose log is empty. */
  synchronized void forgetAll() {
    logs.clear();
  }

  @Override
  public void close() {}
}
