package org.thetisdb.server.checkpoint;

import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.server.commit.OutcomeTable.Outcome;

/**
 * Reads one checkpoint, block by block, and believes nothing: lengths are checked before anything
 * is allocated, each block's checksum before it is decoded, the totals at the end. Whatever is
 * wrong throws CHECKPOINT_DAMAGED. Not thread-safe.
 */
public final class CheckpointReader implements AutoCloseable {
  private final CheckpointStore store;
  private final CheckpointId id;
  private final CheckpointStore.Source source;
  private final CheckpointVisitor visitor;
  private byte[] buffer = new byte[Blocks.USUAL_BYTES];
  private boolean begun;
  private boolean ended;
  private long blocks;
  private long rows;
  private long moves;
  private long outcomes;

  /** Opens a checkpoint of {@code store}. */
  public CheckpointReader(CheckpointStore store, CheckpointId id, CheckpointVisitor visitor) {
    this.store = store;
    this.id = id;
    this.source = store.open(id);
    this.visitor = visitor;
  }

  /** Reads one block; false when the checkpoint is read to its good end. */
  public boolean step() {
    if (ended) {
      return false;
    }
    try {
      if (!begun) {
        readMagic();
      }
      readBlock();
      return true;
    } catch (CodecException e) {
      throw new ThetisException(ErrorCode.CHECKPOINT_DAMAGED, id, store.place(), e.getMessage())
          .causedBy(e);
    }
  }

  private void readMagic() {
    if (new ByteReader(buffer, 0, read(Long.BYTES)).getLong() != Blocks.MAGIC) {
      throw new CodecException("it does not begin as a checkpoint of this release does");
    }
    begun = true;
  }

  private void readBlock() {
    ByteReader frame = new ByteReader(buffer, 0, read(Blocks.FRAME_BYTES));
    int length = frame.getInt();
    int checksum = frame.getInt();
    if (length <= 0 || length > Blocks.MAX_BYTES) {
      throw new CodecException("block " + blocks + " has " + length + " bytes");
    }
    read(length);
    if (Blocks.checksum(blocks, buffer, 0, length) != checksum) {
      throw new CodecException("the checksum of block " + blocks + " is wrong");
    }
    decode(new ByteReader(buffer, 0, length));
    blocks++;
  }

  private int read(int length) {
    if (length > source.remaining()) {
      throw new CodecException(
          "block %d has %d bytes, but %d are left".formatted(blocks, length, source.remaining()));
    }
    if (length > buffer.length) {
      buffer = new byte[length];
    }
    source.read(buffer, length);
    return length;
  }

  private void decode(ByteReader in) {
    int kind = in.getUnsignedByte();
    if ((kind == Blocks.HEADER) != (blocks == 0)) {
      throw new CodecException("block " + blocks + " is of kind " + kind);
    }
    switch (kind) {
      case Blocks.HEADER -> header(in);
      case Blocks.ROWS -> rows(in);
      case Blocks.MOVES -> moves(in);
      case Blocks.OUTCOMES -> outcomes(in);
      case Blocks.TRIM_POINTS -> trimPoints(in);
      case Blocks.END -> end(in);
      default -> throw new CodecException("block " + blocks + " is of kind " + kind);
    }
  }

  private void header(ByteReader in) {
    CheckpointHeader header = CheckpointHeader.decode(in);
    in.expectEnd();
    if (!header.id().equals(id)) {
      throw new CodecException("it says that it is " + header.id());
    }
    visitor.header(header);
  }

  private void rows(ByteReader in) {
    while (in.remaining() > 0) {
      RowKey key = new RowKey(in.getVarInt(), in.getBlob());
      long stamp = in.getLong();
      long position = in.getVarLong();
      int length = in.getCount(1);
      int offset = in.position();
      in.skip(length);
      visitor.row(key, stamp, position, buffer, offset, length);
      rows++;
    }
  }

  private void moves(ByteReader in) {
    while (in.remaining() > 0) {
      visitor.moved(in.getLong(), in.getVarInt(), in.getUnsignedByte());
      moves++;
    }
  }

  private void outcomes(ByteReader in) {
    while (in.remaining() > 0) {
      long session = in.getVarLong();
      long sequence = in.getVarLong();
      int site = in.getUnsignedByte();
      visitor.outcome(session, new Outcome(sequence, site, in.getVarLong(), in.getBlob()));
      outcomes++;
    }
  }

  private void trimPoints(ByteReader in) {
    while (in.remaining() > 0) {
      int site = in.getUnsignedByte();
      long[] offsets = new long[in.getCount(1)];
      for (int i = 0; i < offsets.length; i++) {
        offsets[i] = in.getVarLong();
      }
      visitor.trimPoints(site, offsets);
    }
  }

  private void end(ByteReader in) {
    VersionVector complete = VersionVector.decode(in);
    boolean forgotten = in.getBoolean();
    expect("blocks", in.getVarLong(), blocks);
    expect("rows", in.getVarLong(), rows);
    expect("moved partitions", in.getVarLong(), moves);
    expect("outcomes", in.getVarLong(), outcomes);
    in.expectEnd();
    if (source.remaining() > 0) {
      throw new CodecException(source.remaining() + " bytes follow its end");
    }
    ended = true;
    visitor.end(complete, forgotten);
  }

  private static void expect(String what, long promised, long found) {
    if (promised != found) {
      throw new CodecException("%d %s were written, %d are there".formatted(promised, what, found));
    }
  }

  /** Whether the end has been read. */
  boolean isComplete() {
    return ended;
  }

  @Override
  public void close() {
    source.close();
  }
}
