package org.thetisdb.server.checkpoint;

import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.migration.CopySink;

/**
 * Takes the blocks that a {@link SnapshotSource} of another site yields, and hands on what they
 * hold. Believes nothing: lengths, checksums and totals are checked. Not thread-safe.
 */
public final class SnapshotSink implements CopySink {
  private final BlockDecoder blocks;
  private boolean begun;

  /** A sink that passes what it is given to {@code visitor}. */
  public SnapshotSink(CheckpointVisitor visitor) {
    this.blocks = new BlockDecoder(visitor, null);
  }

  @Override
  public void apply(byte[] slice) {
    ByteReader in = new ByteReader(slice);
    if (!begun) {
      if (in.getLong() != Blocks.MAGIC) {
        throw new CodecException("it does not begin as a copy of this release does");
      }
      in.expectEnd();
      begun = true;
      return;
    }
    int length = in.getInt();
    int checksum = in.getInt();
    if (length != in.remaining()) {
      throw new CodecException("a block of " + length + " bytes in " + in.remaining());
    }
    blocks.take(slice, Blocks.FRAME_BYTES, length, checksum);
  }

  @Override
  public void end() {
    if (!blocks.hasEnded()) {
      throw new CodecException("it ends before its last block");
    }
  }
}
