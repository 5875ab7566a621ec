package org.thetisdb.server.checkpoint;

import java.util.List;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.server.commit.OutcomeTable.Outcome;
import org.thetisdb.store.RowVersion;

/** Writes one checkpoint, see {@link Blocks} for its form. Not thread-safe. */
final class CheckpointWriter implements AutoCloseable {
  private static final int NO_BLOCK = 0;

  private final CheckpointStore.Sink sink;
  private final ByteWriter block = new ByteWriter(Blocks.USUAL_BYTES + Blocks.FRAME_BYTES);
  private int kind = NO_BLOCK;
  private long blocks;
  private long rows;
  private long moves;
  private long outcomes;
  private long bytes;

  private CheckpointWriter(CheckpointStore.Sink sink) {
    this.sink = sink;
  }

  /**
   * Begins a checkpoint; the sink is closed with the writer, or at once if nothing can be written.
   */
  static CheckpointWriter begin(CheckpointStore.Sink sink, CheckpointHeader header) {
    CheckpointWriter writer = new CheckpointWriter(sink);
    try {
      writer.writeBeginning(header);
    } catch (RuntimeException e) {
      sink.close();
      throw e;
    }
    return writer;
  }

  private void writeBeginning(CheckpointHeader header) {
    block.putLong(Blocks.MAGIC);
    write();
    open(Blocks.HEADER);
    header.encode(block);
    finishBlock();
  }

  void row(RowKey key, RowVersion version) {
    open(Blocks.ROWS);
    block.putVarInt(key.tableId()).putBlob(key.bytes());
    block.putLong(version.stamp()).putVarLong(version.position());
    block.putVarInt(version.length()).putBytes(version.bytes(), 0, version.length());
    rows++;
    finishIfLong();
  }

  void moved(long partition, byte[] from, int term, int owner) {
    open(Blocks.MOVES);
    block.putLong(partition).putBlob(from).putVarInt(term).putUnsignedByte(owner);
    moves++;
    finishIfLong();
  }

  void outcome(long session, Outcome outcome) {
    open(Blocks.OUTCOMES);
    block.putVarLong(session).putVarLong(outcome.sequence()).putUnsignedByte(outcome.site());
    block.putVarLong(outcome.position()).putBoolean(outcome.value() != null);
    if (outcome.value() != null) {
      block.putBlob(outcome.value());
    }
    outcomes++;
    finishIfLong();
  }

  void forgotten(long session) {
    open(Blocks.FORGOTTEN);
    block.putVarLong(session);
    finishIfLong();
  }

  void trimPoints(int site, long[] offsets) {
    open(Blocks.TRIM_POINTS);
    block.putUnsignedByte(site).putVarInt(offsets.length);
    for (long offset : offsets) {
      block.putVarLong(offset);
    }
    finishIfLong();
  }

  void left(int site, List<Integer> successors) {
    open(Blocks.LEFT);
    block.putUnsignedByte(site).putVarInt(successors.size());
    successors.forEach(block::putUnsignedByte);
    finishIfLong();
  }

  /** Writes the end and publishes. */
  void publish(VersionVector complete) {
    finish(complete);
    sink.publish();
  }

  /** Writes the end. */
  void finish(VersionVector complete) {
    finishBlock();
    open(Blocks.END);
    complete.encode(block);
    block.putVarLong(blocks).putVarLong(rows).putVarLong(moves).putVarLong(outcomes);
    finishBlock();
  }

  /** Rows written so far. */
  long rows() {
    return rows;
  }

  /** Bytes written so far. */
  long bytes() {
    return bytes;
  }

  private void open(int wanted) {
    if (kind != wanted) {
      finishBlock();
      block.putInt(0).putInt(0).putByte(wanted);
      kind = wanted;
    }
  }

  private void finishIfLong() {
    if (block.length() >= Blocks.USUAL_BYTES) {
      finishBlock();
    }
  }

  private void finishBlock() {
    if (kind == NO_BLOCK) {
      return;
    }
    int length = block.length() - Blocks.FRAME_BYTES;
    block.patchInt(0, length);
    block.patchInt(
        Integer.BYTES, Blocks.checksum(blocks, block.array(), Blocks.FRAME_BYTES, length));
    blocks++;
    write();
    kind = NO_BLOCK;
  }

  private void write() {
    sink.write(block.array(), block.length());
    bytes += block.length();
    block.reset();
  }

  /** Gives up what was not published. */
  @Override
  public void close() {
    sink.close();
  }
}
