package org.thetisdb.server.checkpoint;

import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/**
 * Reads one checkpoint, block by block, and believes nothing: lengths are checked before anything
 * is allocated, each block's checksum before it is decoded, the totals at the end. Whatever is
 * wrong throws CHECKPOINT_DAMAGED. Not thread-safe.
 */
public final class CheckpointReader implements AutoCloseable {
  private final CheckpointStore store;
  private final CheckpointId id;
  private final CheckpointStore.Source source;
  private final BlockDecoder blocks;
  private byte[] buffer;
  private boolean begun;

  /** Opens a checkpoint of {@code store}. */
  public CheckpointReader(CheckpointStore store, CheckpointId id, CheckpointVisitor visitor) {
    this.store = store;
    this.id = id;
    this.source = store.open(id);
    this.buffer = new byte[(int) Math.min(Blocks.USUAL_BYTES, source.remaining())];
    this.blocks = new BlockDecoder(visitor, id);
  }

  /** Reads one block; false when the checkpoint is read to its good end. */
  public boolean step() {
    if (blocks.hasEnded()) {
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
      throw new CodecException("block " + blocks.next() + " has " + length + " bytes");
    }
    read(length);
    blocks.take(buffer, 0, length, checksum);
    if (blocks.hasEnded() && source.remaining() > 0) {
      throw new CodecException(source.remaining() + " bytes follow its end");
    }
  }

  private int read(int length) {
    if (length > source.remaining()) {
      throw new CodecException(
          "block %d has %d bytes, but %d are left"
              .formatted(blocks.next(), length, source.remaining()));
    }
    if (length > buffer.length) {
      buffer = new byte[length];
    }
    source.read(buffer, length);
    return length;
  }

  /** Whether the end has been read. */
  boolean isComplete() {
    return blocks.hasEnded();
  }

  @Override
  public void close() {
    source.close();
  }
}
