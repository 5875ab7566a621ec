package org.thetisdb.procedures.engine;

import java.io.IOException;
import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.dtxn.FragmentRefusedException;
import org.thetisdb.dtxn.partition.EnginePartition;
import org.thetisdb.dtxn.partition.ExecutedFragment;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.engine.SnapshotParts.SnapshotTooLargeException;

/**
 * One partition at one site, and the snapshot of it that is being written. With each fragment a
 * little is done to keep the log short, so that no call pays for all of it: from time to time a
 * snapshot is taken; each fragment behind it writes one part; when it is whole, each deletes a few
 * rows of what it replaces. What is under way stands in the partition's row. If the fragment is
 * rolled back, or the next one runs at another site, a snapshot is begun anew at worst.
 *
 * <p>Thread-safe.
 */
final class HostedPartition {
  /** A log that has so many records gets a snapshot. */
  static final int MOST_RECORDS = 10_000;

  /** A log of so many bytes gets one, too. */
  static final long MOST_BYTES = 16L << 20;

  private static final int DELETED_PARTS = 2;
  private static final int DELETED_RECORDS = 8;

  private final EnginePartition engine;

  /** What the snapshot under way holds, and its token; 0 for none. */
  private List<byte[]> parts = List.of();

  private long token;

  HostedPartition(EnginePartition engine) {
    this.engine = engine;
  }

  /**
   * Runs a fragment in a transaction.
   *
   * @throws org.thetisdb.procedures.AbortException if the engine refuses it, there is no such
   *     partition, or the caller knows another version of the metadata
   */
  synchronized byte[] execute(
      Context ctx, EngineTables tables, long partition, byte[] fragment, long metadataVersion) {
    PartitionRows rows = new PartitionRows(ctx, tables, partition);
    requireMetadata(rows, metadataVersion);
    ExecutedFragment executed;
    try {
      executed = engine.execute(rows, fragment);
    } catch (FragmentRefusedException e) {
      throw ctx.abort(e.getMessage());
    }
    if (executed.record() != null) {
      rows.append(executed);
      keepShort(ctx, rows);
      rows.save();
    }
    return executed.response();
  }

  private static void requireMetadata(PartitionRows rows, long asked) {
    long present = rows.row().getLong(EngineTables.METADATA_VERSION);
    if (asked >= 0 && asked != present) {
      throw ThetisException.outcome(ErrorCode.ENGINE_METADATA, present, asked);
    }
  }

  private void keepShort(Context ctx, PartitionRows rows) {
    if (rows.row().getLong(EngineTables.STALE_PARTS) > 0) {
      deleteStale(rows);
    } else if (rows.row().getLong(EngineTables.NEXT_TOKEN) != 0) {
      writeNext(rows);
    } else if (rows.row().getLong(EngineTables.FIRST_LOGGED)
        <= rows.row().getLong(EngineTables.HELD_VERSION)) {
      trim(rows);
    } else if (isDue(rows)) {
      begin(ctx, rows);
    }
  }

  private static void deleteStale(PartitionRows rows) {
    long stale = rows.row().getLong(EngineTables.STALE_TOKEN);
    long left = rows.row().getLong(EngineTables.STALE_PARTS);
    for (int i = 0; i < DELETED_PARTS && left > 0; i++) {
      rows.deletePart(stale, --left);
    }
    rows.row().setLong(EngineTables.STALE_PARTS, left);
  }

  private static void trim(PartitionRows rows) {
    long first = rows.row().getLong(EngineTables.FIRST_LOGGED);
    long end = rows.row().getLong(EngineTables.HELD_VERSION) + 1;
    for (int i = 0; i < DELETED_RECORDS && first < end; i++) {
      rows.deleteRecord(first++);
    }
    rows.row().setLong(EngineTables.FIRST_LOGGED, first);
  }

  /** A snapshot is not written more often than its own length is logged. */
  private static boolean isDue(PartitionRows rows) {
    long bytes = rows.row().getLong(EngineTables.LOGGED_BYTES);
    long records =
        rows.row().getLong(EngineTables.VERSION) - rows.row().getLong(EngineTables.HELD_VERSION);
    long held = rows.row().getLong(EngineTables.HELD_PARTS) * SnapshotParts.PART_BYTES;
    return bytes >= held && (records >= MOST_RECORDS || bytes >= MOST_BYTES);
  }

  private void begin(Context ctx, PartitionRows rows) {
    SnapshotParts written = new SnapshotParts();
    try (written) {
      engine.writeSnapshot(written);
    } catch (SnapshotTooLargeException e) {
      rows.row().setLong(EngineTables.LOGGED_BYTES, 0); // another try behind as much of the log
      return;
    } catch (IOException e) {
      throw new IllegalStateException("the engine cannot write a snapshot", e);
    }
    parts = written.parts();
    token = ctx.random().nextLong() | 1;
    rows.row()
        .setLong(EngineTables.NEXT_VERSION, rows.row().getLong(EngineTables.VERSION))
        .setLong(EngineTables.NEXT_CHAIN, rows.row().getLong(EngineTables.CHAIN))
        .setLong(EngineTables.NEXT_TOKEN, token)
        .setLong(EngineTables.NEXT_PARTS, 0)
        .setLong(EngineTables.LOGGED_BYTES, 0);
  }

  private void writeNext(PartitionRows rows) {
    long next = rows.row().getLong(EngineTables.NEXT_TOKEN);
    long written = rows.row().getLong(EngineTables.NEXT_PARTS);
    if (next != token) { // it was taken at another site, or by a run that was rolled back
      rows.row()
          .setLong(EngineTables.STALE_TOKEN, next)
          .setLong(EngineTables.STALE_PARTS, written)
          .setLong(EngineTables.NEXT_TOKEN, 0)
          .setLong(EngineTables.LOGGED_BYTES, MOST_BYTES);
      return;
    }
    if (written < parts.size()) {
      rows.addPart(next, written, parts.get((int) written));
      rows.row().setLong(EngineTables.NEXT_PARTS, ++written);
    }
    if (written >= parts.size()) {
      putInForce(rows, next, written);
    }
  }

  private static void putInForce(PartitionRows rows, long next, long written) {
    rows.row()
        .setLong(EngineTables.STALE_TOKEN, rows.row().getLong(EngineTables.HELD_TOKEN))
        .setLong(EngineTables.STALE_PARTS, rows.row().getLong(EngineTables.HELD_PARTS))
        .setLong(EngineTables.HELD_VERSION, rows.row().getLong(EngineTables.NEXT_VERSION))
        .setLong(EngineTables.HELD_CHAIN, rows.row().getLong(EngineTables.NEXT_CHAIN))
        .setLong(EngineTables.HELD_TOKEN, next)
        .setLong(EngineTables.HELD_PARTS, written)
        .setLong(EngineTables.NEXT_TOKEN, 0);
  }
}
