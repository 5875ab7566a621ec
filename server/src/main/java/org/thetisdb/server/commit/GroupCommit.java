package org.thetisdb.server.commit;

import java.util.ArrayDeque;
import java.util.List;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.Reshape;
import org.thetisdb.core.time.EpochLength;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.time.ShortTask;
import org.thetisdb.replication.log.LogAppender;
import org.thetisdb.replication.log.LogBatchWriter;
import org.thetisdb.replication.log.ShippedRows;
import org.thetisdb.server.disk.DiskReserve;

/**
 * The end of a site's log: gives positions, collects records into batches, appends one batch at a
 * time, and holds back whatever must not leave the site before the log has acknowledged it (hazard
 * 1).
 *
 * <p>One append is in flight at a time. What commits meanwhile joins the next batch, so batches
 * grow with the load and a lone commit waits for nobody. Or the commits of an epoch are appended at
 * its end ({@link #appendByEpochs}). A failed append ends the incarnation (hazard 4): {@code
 * onFailure} is called once and nothing is released any more. Not thread-safe; the site's engine
 * owns it.
 */
public final class GroupCommit {
  private final int site;
  private final LogAppender appender;
  private final LogBatchWriter batch;
  private final Listener listener;
  private final Scheduler scheduler;
  private final long appendIntervalUs;
  private final int unacknowledgedLimitBytes;
  private final DiskReserve disk;
  private final ArrayDeque<Held> held = new ArrayDeque<>();
  private long position;
  private long durable;
  private long nextOffset;
  private long bytesLogged;
  private int inFlightBytes;
  private boolean inFlight;
  private boolean batchOpen;
  private boolean failed;
  private boolean flushScheduled;
  private boolean flushPosted;
  private final ShortTask postedFlush = this::flushAsPosted;

  /** How long the first commit of a batch waits for others; null if none does. */
  private EpochLength epochs;

  private long batchBegunUs;

  /** Whether the batch has a record for which something waits that is no client. */
  private boolean urgent;

  /** Commits in the batch that is collected, and in the one appended last. */
  private int commits;

  private int lastCommits;
  private long lastAppendUs;
  private VersionVector dependencies;
  private VersionVector durableDependencies;

  /**
   * Continues a log.
   *
   * @param appendIntervalUs the least time between appends while several calls commit at once; a
   *     call that commits alone is appended at once
   * @param unacknowledgedLimitBytes how much may wait for the log; bounds the size of a batch, too
   * @param disk what the log is written to; where it is short, nothing new is begun
   * @param lastPosition the position of the last record, which is acknowledged
   * @param nextOffset the offset that the next append will get
   * @param dependencies what the log's records depend on so far
   */
  public GroupCommit(
      int site,
      LogAppender appender,
      LogBatchWriter batch,
      Scheduler scheduler,
      long appendIntervalUs,
      int unacknowledgedLimitBytes,
      DiskReserve disk,
      long lastPosition,
      long nextOffset,
      VersionVector dependencies,
      Listener listener) {
    this.site = site;
    this.appender = appender;
    this.batch = batch;
    this.unacknowledgedLimitBytes = unacknowledgedLimitBytes;
    this.listener = listener;
    this.disk = disk;
    this.scheduler = scheduler;
    this.appendIntervalUs = appendIntervalUs;
    this.position = lastPosition;
    this.durable = lastPosition;
    this.nextOffset = nextOffset;
    this.dependencies = dependencies;
    this.durableDependencies = dependencies;
  }

  /**
   * Has commits wait for the end of an epoch, which lasts so long from the first of them on (STAR's
   * thesis, section 3.5.1; decision 0091). What is no commit ends it at once.
   *
   * @param length of epochs, which this owns from now on; null if none waits
   */
  public void appendByEpochs(EpochLength length) {
    epochs = length;
    flush();
  }

  /** The position of the newest record, acknowledged or not. */
  public long position() {
    return position;
  }

  /** The newest acknowledged position: the durable position. */
  public long durable() {
    return durable;
  }

  /**
   * Offset of the entry behind the newest acknowledged one, which ends with record {@link
   * #durable()}.
   */
  public long nextOffset() {
    return nextOffset;
  }

  /** What the newest record depends on, and all before it. */
  public VersionVector dependencies() {
    return dependencies;
  }

  /** What the acknowledged records depend on. */
  public VersionVector durableDependencies() {
    return durableDependencies;
  }

  /** All bytes ever appended. */
  public long bytesLogged() {
    return bytesLogged;
  }

  /**
   * Records that the next record depends on {@code seen}, too: otherwise another site could apply
   * it before what its session has seen elsewhere (hazard 5).
   */
  public void dependOn(VersionVector seen) {
    dependencies = dependencies.max(seen);
  }

  /** The disk that the log is written to. */
  public DiskReserve disk() {
    return disk;
  }

  /**
   * Refuses a transaction before it is given a position, when too much waits for the log, or the
   * disk is short.
   *
   * @throws ThetisException LOG_UNAVAILABLE or DISK_FULL
   */
  public void checkRoom() {
    disk.check();
    checkRoomToEnd();
  }

  /**
   * The same for what ends something that has begun, to which a short disk is no hindrance.
   *
   * @throws ThetisException LOG_UNAVAILABLE
   */
  public void checkRoomToEnd() {
    if (!hasRoom()) {
      throw new ThetisException(
          ErrorCode.LOG_UNAVAILABLE, site, waitingBytes() / 1024 + " KiB wait for it");
    }
  }

  /** Whether no more waits for the log than may. */
  public boolean hasRoom() {
    return !failed && waitingBytes() <= unacknowledgedLimitBytes;
  }

  private int waitingBytes() {
    return inFlightBytes + (batchOpen ? batch.lengthBytes() : 0);
  }

  /** Whether an append has failed, so that there can be no more records. */
  public boolean hasFailed() {
    return failed;
  }

  /**
   * Begins a commit; exactly {@code writes} rows must follow. Returns its position.
   *
   * @param result what a repetition of the call is answered with; null if that is not kept
   */
  public long commit(long stamp, long session, long sequence, byte[] result, int writes) {
    long assigned = next();
    commits++;
    batch.commit(dependencies, stamp, session, sequence, result, writes);
    return assigned;
  }

  /** Adds a row to the commit; null deletes it. */
  public void write(RowKey key, byte[] row) {
    if (row == null) {
      batch.delete(key);
    } else {
      batch.write(key, row, row.length);
    }
  }

  /** Adds rows to the commit that {@link LogBatchWriter#encode} has encoded. */
  void encoded(ByteWriter rows) {
    batch.encoded(rows);
  }

  /** Adds a row to the commit as what it has other than the version {@code base} of it. */
  void delta(RowKey key, long base, byte[] delta, int length) {
    batch.delta(key, base, delta, length);
  }

  /**
   * Adds a release record. Returns its position.
   *
   * @param firstMasterHolds whether the partition's first master holds its rows from here on
   * @param shipped its rows, for a grantee that does not hold them; else null
   */
  public long release(
      long partition,
      int term,
      int grantee,
      int granteeIncarnation,
      boolean firstMasterHolds,
      ShippedRows shipped) {
    long assigned = nextAtOnce();
    batch.release(
        dependencies, partition, term, grantee, granteeIncarnation, firstMasterHolds, shipped);
    return assigned;
  }

  /** Adds a grant record. Returns its position. */
  public long grant(long partition, int term) {
    long assigned = nextAtOnce();
    batch.grant(dependencies, partition, term);
    return assigned;
  }

  /** Adds that a border comes into a range that is mastered here, or goes. */
  public void reshape(Reshape change) {
    nextAtOnce();
    batch.reshape(dependencies, change);
  }

  /** Adds a note of how far this site's checkpoints make the logs needless. */
  public long trimPoints(long[] offsets) {
    long assigned = nextAtOnce();
    batch.trimPoints(dependencies, offsets);
    return assigned;
  }

  /** Adds that this site leaves the cluster; nothing may follow. */
  public long leave(List<Integer> successors) {
    long assigned = nextAtOnce();
    batch.leave(dependencies, successors);
    return assigned;
  }

  /**
   * Runs {@code action} once the log has acknowledged {@code upTo} and all before; at once if it
   * has.
   */
  public void whenDurable(long upTo, Runnable action) {
    if (upTo <= durable) {
      action.run();
    } else {
      held.add(new Held(upTo, action));
    }
  }

  /**
   * Appends what was collected unless an append is in flight. The code that adds a record need not
   * call it: a batch that is begun is appended behind the tasks that wait by then. Code that knows
   * that a burst of work has ended may call it, so that nothing waits behind others' tasks.
   */
  public void flush() {
    if (inFlight || failed || !batchOpen) {
      return;
    }
    long nowUs = scheduler.clock().nowUs();
    long waitUs = waitUs(nowUs);
    if (waitUs > 0) {
      flushLater(waitUs);
    } else {
      append(nowUs);
    }
  }

  /**
   * Appends cost the log the same whatever they carry, so under load it pays to let them fill. Load
   * is measured in commits: a lone one goes at once, though several grants went before it. Under
   * epochs it waits like any.
   */
  private long waitUs(long nowUs) {
    if (epochs != null) {
      return urgent ? 0 : batchBegunUs + epochs.us() - nowUs;
    }
    return lastCommits > 1 ? lastAppendUs + appendIntervalUs - nowUs : 0;
  }

  private void flushLater(long waitUs) {
    if (!flushScheduled) {
      flushScheduled = true;
      scheduler.schedule(
          waitUs,
          () -> {
            flushScheduled = false;
            flush();
          });
    }
  }

  private void append(long nowUs) {
    lastAppendUs = nowUs;
    lastCommits = commits;
    commits = 0;
    long lastPosition = position;
    VersionVector batchDependencies = dependencies;
    byte[] entry = batch.finish();
    batchOpen = false;
    urgent = false;
    inFlight = true;
    inFlightBytes = entry.length;
    appender.append(
        entry,
        new LogAppender.AppendCallback() {
          @Override
          public void onAppended(long offset) {
            nextOffset = offset + 1;
            acknowledged(lastPosition, batchDependencies, entry.length);
          }

          @Override
          public void onFailed(RuntimeException reason) {
            failed = true;
            listener.onAppendFailed(reason);
          }
        });
  }

  private long next() {
    if (failed) {
      throw new IllegalStateException("a record after the log failed");
    }
    if (!batchOpen) {
      batch.begin(position + 1);
      batchOpen = true;
      batchBegunUs = epochs != null ? scheduler.clock().nowUs() : 0;
      postFlush();
    }
    position++;
    return position;
  }

  /** The same for what no epoch holds up. */
  private long nextAtOnce() {
    long assigned = next();
    endEpoch();
    return assigned;
  }

  private void endEpoch() {
    if (epochs != null) {
      urgent = true;
      postFlush();
    }
  }

  /** What is in a batch is waited for by somebody, whichever part of the site has added it. */
  private void postFlush() {
    if (!flushPosted) {
      flushPosted = true;
      scheduler.execute(postedFlush);
    }
  }

  private void flushAsPosted() {
    flushPosted = false;
    flush();
  }

  private void acknowledged(long upTo, VersionVector batchDependencies, int bytes) {
    if (failed) {
      return;
    }
    inFlight = false;
    inFlightBytes = 0;
    if (epochs != null) {
      epochs.onDurable(scheduler.clock().nowUs() - lastAppendUs);
    }
    bytesLogged += bytes;
    durable = upTo;
    durableDependencies = batchDependencies;
    listener.onDurable(durable);
    while (!held.isEmpty() && held.peek().position <= durable) {
      held.remove().action.run();
    }
    flush();
  }

  /** Hears what becomes of the log. */
  public interface Listener {
    /** All records up to {@code position} are acknowledged. Called before held actions run. */
    void onDurable(long position);

    /** The incarnation is over. */
    void onAppendFailed(RuntimeException reason);
  }

  private record Held(long position, Runnable action) {}
}
