package org.thetisdb.dtxn.partition;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.List;
import java.util.function.Supplier;
import org.thetisdb.dtxn.FragmentRefusedException;
import org.thetisdb.dtxn.StorageEngine;
import org.thetisdb.dtxn.UndoRecord;

/**
 * One partition at one site: an engine, and what it has run. It is a cache of the partition's log.
 * A run says by its log where that stands; the engine is brought there first, back by undo records
 * and forward by the log. So whatever becomes of a run, of mastership or of the site, nothing has
 * to be told here.
 *
 * <p>All may call; runs of one partition come one at a time, on the engine's thread.
 */
public final class EnginePartition {
  /** So many fragments can be undone; beyond them the partition is built anew. */
  static final int MOST_UNDONE = 64;

  /** The digest of each so many versions is compared. */
  static final int DIGEST_EVERY = 1_024;

  private static final int BATCH = 100;
  private static final byte[] NOTHING = {};

  private final String name;
  private final Supplier<StorageEngine> maker;

  /** What can be undone, the last one last. */
  private final ArrayDeque<Done> done = new ArrayDeque<>();

  private StorageEngine engine;
  private LogPosition at = LogPosition.START;

  private record Done(LogPosition before, UndoRecord undo) {}

  /**
   * An empty one.
   *
   * @param name for messages
   * @param maker makes an empty engine
   */
  public EnginePartition(String name, Supplier<StorageEngine> maker) {
    this.name = name;
    this.maker = maker;
    this.engine = maker.get();
  }

  /**
   * Runs a fragment on what the log says.
   *
   * @throws FragmentRefusedException if the engine does not run it
   * @throws EngineFaultException if the engine cannot follow the log or failed
   */
  public synchronized ExecutedFragment execute(PartitionLog log, byte[] fragment) {
    follow(log);
    UndoRecord undo = new UndoRecord();
    byte[] response;
    try {
      response = engine.executeFragment(fragment, undo);
    } catch (FragmentRefusedException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      startAnew();
      throw fault("failed: " + e, e);
    }
    response = response == null ? NOTHING : response;
    if (undo.hasChangedNothing() || engine.onlyReads(fragment)) {
      return new ExecutedFragment(response, null, at);
    }
    LogRecord record = record(fragment, undo);
    advance(record, undo);
    return new ExecutedFragment(response, record, at);
  }

  private LogRecord record(byte[] fragment, UndoRecord undo) {
    boolean isRedo = undo.redo() != null;
    boolean isCompared = (at.version() + 1) % DIGEST_EVERY == 0;
    return new LogRecord(
        at.chain(), isRedo, isRedo ? undo.redo() : fragment, isCompared ? engine.digest() : 0);
  }

  private void advance(LogRecord record, UndoRecord undo) {
    if (undo != null) {
      done.addLast(new Done(at, undo));
    }
    int kept = undo == null ? 0 : MOST_UNDONE; // a gap cannot be undone
    while (done.size() > kept) {
      engine.freeUndoRecord(done.removeFirst().undo());
    }
    at = at.next(record);
  }

  /**
   * Writes a snapshot of what the partition has run last; for whoever has just run a fragment.
   *
   * @throws IOException if the stream throws it
   */
  public synchronized void writeSnapshot(OutputStream out) throws IOException {
    engine.writeSnapshot(out);
  }

  /** Brings the engine to where the log ends. */
  private void follow(PartitionLog log) {
    LogPosition head = log.head();
    boolean isNew = false;
    while (!isOnItsWay(log, head)) {
      if (!done.isEmpty()) {
        undoLast();
      } else if (isNew) {
        throw fault("has no log behind version " + at.version(), null);
      } else {
        load(log);
        isNew = true;
      }
    }
    while (at.version() < head.version()) {
      replay(log.records(at.version() + 1, BATCH), head);
    }
    if (!at.equals(head)) {
      LogPosition reached = at;
      startAnew();
      throw fault("read a damaged log: " + reached + " is not " + head, null);
    }
  }

  private boolean isOnItsWay(PartitionLog log, LogPosition head) {
    if (at.version() >= head.version()) {
      return at.equals(head);
    }
    List<LogRecord> next = log.records(at.version() + 1, 1);
    return !next.isEmpty() && next.get(0).before() == at.chain();
  }

  private void undoLast() {
    Done last = done.removeLast();
    try {
      engine.applyUndoRecord(last.undo());
    } catch (RuntimeException | Error e) {
      startAnew();
      throw fault("could not undo a fragment: " + e, e);
    }
    at = last.before();
  }

  private void startAnew() {
    done.clear();
    engine = maker.get();
    at = LogPosition.START;
  }

  private void load(PartitionLog log) {
    startAnew();
    LogPosition held = log.snapshotPosition();
    if (held.version() > 0) {
      try (InputStream in = log.snapshot()) {
        engine.readSnapshot(in);
      } catch (IOException e) {
        startAnew();
        throw fault("cannot read its snapshot: " + e.getMessage(), e);
      }
      at = held;
    }
  }

  private void replay(List<LogRecord> records, LogPosition head) {
    if (records.isEmpty()) {
      throw fault("has no log behind version " + at.version(), null);
    }
    for (LogRecord record : records) {
      if (at.version() < head.version()) {
        replay(record, head.version() - at.version() <= MOST_UNDONE ? new UndoRecord() : null);
      }
    }
  }

  private void replay(LogRecord record, UndoRecord undo) {
    try {
      if (record.isRedo()) {
        engine.applyRedo(record.content(), undo);
      } else {
        engine.executeFragment(record.content(), undo);
      }
    } catch (RuntimeException | Error e) {
      LogPosition before = at;
      startAnew();
      throw fault("cannot repeat version " + (before.version() + 1) + " of its log: " + e, e);
    }
    advance(record, undo);
    compare(record);
  }

  private void compare(LogRecord record) {
    if (record.digest() != 0 && record.digest() != engine.digest()) {
      LogPosition reached = at;
      startAnew();
      throw fault("differs from its first run at version " + reached.version(), null);
    }
  }

  private EngineFaultException fault(String what, Throwable cause) {
    return new EngineFaultException(name + " " + what, cause);
  }
}
