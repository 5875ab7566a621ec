package org.thetisdb.replication.log.kafka;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.replication.log.LogListener;

/**
 * What one poll brought: runs of entries, each of one log and in its order, and logs that failed.
 * Filled by the reader's thread, then handed over to the scheduler.
 */
final class PolledEntries {
  private static final int BYTES_PER_ENTRY =
      128; // what an entry costs beside its own bytes, roughly

  private final List<Run> runs = new ArrayList<>(4);
  private final List<Failure> failures = new ArrayList<>(0);
  private long bytes;
  private int entries;

  /** Entries of one log at {@code firstOffset} and the offsets that follow. */
  void addRun(int site, long firstOffset, List<byte[]> added) {
    runs.add(new Run(site, firstOffset, added));
    entries += added.size();
    for (byte[] entry : added) {
      bytes += BYTES_PER_ENTRY + entry.length;
    }
  }

  void addFailure(int site, RuntimeException reason) {
    failures.add(new Failure(site, reason));
  }

  boolean isEmpty() {
    return runs.isEmpty() && failures.isEmpty();
  }

  /** Number of entries. */
  int entries() {
    return entries;
  }

  /** About the memory that this holds. */
  long bytes() {
    return bytes;
  }

  void to(LogListener listener) {
    for (Run run : runs) {
      long offset = run.firstOffset;
      for (byte[] entry : run.entries) {
        listener.onEntry(run.site, offset++, entry);
      }
    }
    for (Failure failure : failures) {
      listener.onFailed(failure.site, failure.reason);
    }
  }

  private record Run(int site, long firstOffset, List<byte[]> entries) {}

  private record Failure(int site, RuntimeException reason) {}
}
