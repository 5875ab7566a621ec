package org.thetisdb.benchmarks.listappend;

import java.util.List;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.history.History;
import org.thetisdb.history.HistoryBuilder;
import org.thetisdb.history.HistorySink;
import org.thetisdb.history.HistoryWriter;
import org.thetisdb.history.Status;

/** Keeps the history in memory, and writes it to a file as it comes. Thread-safe. */
final class Recorder implements AutoCloseable {
  private final long firstKey;
  private final int most;
  private final HistoryWriter file;
  private HistoryBuilder memory = new HistoryBuilder();
  private int begun;

  /**
   * Takes so many transactions; keys are reported from {@code firstKey} on; the file may be null.
   */
  Recorder(long firstKey, int most, HistoryWriter file) {
    this.firstKey = firstKey;
    this.most = most;
    this.file = file;
  }

  /** Whether one more transaction may write; then it must be recorded. */
  synchronized boolean mayBegin() {
    if (begun == most) {
      return false;
    }
    begun++;
    return true;
  }

  /**
   * A transaction ended.
   *
   * @param operations pairs of a key and an element, or {@link Lists#READ}
   */
  synchronized void ended(
      long session, long index, long beginNs, long endNs, List<Long> operations, CallOutcome how) {
    List<?> lists = how.isCommitted() ? (List<?>) how.result() : null;
    record(new Ended(session, index, beginNs, endNs, status(how), operations, lists));
  }

  /** Lists were read behind all that came before. */
  synchronized void readBehindAll(
      long session, long index, long nowNs, List<Long> operations, List<?> lists) {
    record(new Ended(session, index, nowNs, nowNs, Status.OK, operations, lists));
  }

  private static Status status(CallOutcome how) {
    if (how.isCommitted()) {
      return Status.OK;
    }
    return how.isUnknown() ? Status.INFO : Status.FAIL;
  }

  private void record(Ended transaction) {
    transaction.tell(memory, firstKey);
    if (file != null) {
      transaction.tell(file, firstKey);
    }
  }

  /** A transaction; the lists that it read are null if it did not commit. */
  private record Ended(
      long session,
      long index,
      long beginNs,
      long endNs,
      Status status,
      List<Long> operations,
      List<?> lists) {
    void tell(HistorySink sink, long firstKey) {
      sink.begin(session, index, beginNs, endNs, status);
      int read = 0;
      for (int i = 0; i < operations.size(); i += 2) {
        long key = operations.get(i) - firstKey;
        long element = operations.get(i + 1);
        if (element != Lists.READ) {
          sink.append(key, element);
        } else if (lists == null) {
          sink.readUnknown(key);
        } else {
          sink.read(key, Lists.elements((byte[]) lists.get(read++)));
        }
      }
      sink.end();
    }
  }

  /** The whole history; nothing can be recorded any more. */
  synchronized History finish() {
    HistoryBuilder whole = memory;
    memory = null;
    return whole.build();
  }

  @Override
  public synchronized void close() {
    if (file != null) {
      file.close();
    }
  }
}
