package org.thetisdb.server.checkpoint;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.server.commit.OutcomeTable.Outcome;

/**
 * Decodes the blocks of a checkpoint in their order, and hands on what they hold. Checksums of
 * blocks and the totals at the end are checked; whatever is wrong is a {@link CodecException}. Not
 * thread-safe.
 */
final class BlockDecoder {
  private final CheckpointVisitor visitor;
  private final CheckpointId expected;
  private byte[] bytes;
  private boolean ended;
  private long blocks;
  private long rows;
  private long moves;
  private long outcomes;

  /**
   * Nothing read yet.
   *
   * @param expected the name that the header must have; null for any
   */
  BlockDecoder(CheckpointVisitor visitor, CheckpointId expected) {
    this.visitor = visitor;
    this.expected = expected;
  }

  /** Number of the block that comes next. */
  long next() {
    return blocks;
  }

  /** Whether the end has been read. */
  boolean hasEnded() {
    return ended;
  }

  /** Takes the body of the next block; the bytes may be used again after return. */
  void take(byte[] block, int offset, int length, int checksum) {
    if (ended) {
      throw new CodecException("block " + blocks + " follows the end");
    }
    if (Blocks.checksum(blocks, block, offset, length) != checksum) {
      throw new CodecException("the checksum of block " + blocks + " is wrong");
    }
    bytes = block;
    decode(new ByteReader(block, offset, length));
    blocks++;
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
      case Blocks.LEFT -> left(in);
      case Blocks.FORGOTTEN -> forgotten(in);
      case Blocks.END -> end(in);
      default -> throw new CodecException("block " + blocks + " is of kind " + kind);
    }
  }

  private void header(ByteReader in) {
    CheckpointHeader header = CheckpointHeader.decode(in);
    in.expectEnd();
    if (expected != null && !header.id().equals(expected)) {
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
      visitor.row(key, stamp, position, bytes, offset, length);
      rows++;
    }
  }

  private void moves(ByteReader in) {
    while (in.remaining() > 0) {
      visitor.moved(in.getLong(), in.getBlob(), in.getVarInt(), in.getUnsignedByte());
      moves++;
    }
  }

  private void outcomes(ByteReader in) {
    while (in.remaining() > 0) {
      long session = in.getVarLong();
      long sequence = in.getVarLong();
      int site = in.getUnsignedByte();
      long position = in.getVarLong();
      byte[] value = in.getBoolean() ? in.getBlob() : null;
      visitor.outcome(session, new Outcome(sequence, site, position, value));
      outcomes++;
    }
  }

  private void forgotten(ByteReader in) {
    while (in.remaining() > 0) {
      visitor.forgotten(in.getVarLong());
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

  private void left(ByteReader in) {
    while (in.remaining() > 0) {
      int site = in.getUnsignedByte();
      int count = in.getCount(1);
      List<Integer> successors = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        successors.add(in.getUnsignedByte());
      }
      visitor.left(site, successors);
    }
  }

  private void end(ByteReader in) {
    VersionVector complete = VersionVector.decode(in);
    expect("blocks", in.getVarLong(), blocks);
    expect("rows", in.getVarLong(), rows);
    expect("moved partitions", in.getVarLong(), moves);
    expect("outcomes", in.getVarLong(), outcomes);
    in.expectEnd();
    ended = true;
    visitor.end(complete);
  }

  private static void expect(String what, long promised, long found) {
    if (promised != found) {
      throw new CodecException("%d %s were written, %d are there".formatted(promised, what, found));
    }
  }
}
