package org.thetisdb.server.checkpoint;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/** Checkpoints on the heap: the reference, and what simulated sites write to. Thread-safe. */
public final class MemoryCheckpoints implements CheckpointStore {
  private final ConcurrentSkipListMap<CheckpointId, byte[]> published =
      new ConcurrentSkipListMap<>();

  @Override
  public List<CheckpointId> list() {
    return List.copyOf(published.keySet());
  }

  @Override
  public Sink create(CheckpointId id) {
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    return new Sink() {
      @Override
      public void write(byte[] bytes, int length) {
        written.write(bytes, 0, length);
      }

      @Override
      public void publish() {
        published.put(id, written.toByteArray());
      }

      @Override
      public void close() {
        // What was not published is nowhere.
      }
    };
  }

  @Override
  public Source open(CheckpointId id) {
    byte[] bytes = published.get(id);
    if (bytes == null) {
      throw new ThetisException(ErrorCode.CHECKPOINT_DAMAGED, id, place(), "it is not there");
    }
    return new Source() {
      private int next;

      @Override
      public long remaining() {
        return (long) bytes.length - next;
      }

      @Override
      public void read(byte[] into, int length) {
        System.arraycopy(bytes, next, into, 0, length);
        next += length;
      }

      @Override
      public void close() {
        // Nothing is held.
      }
    };
  }

  @Override
  public void delete(CheckpointId id) {
    published.remove(id);
  }

  @Override
  public void reject(CheckpointId id) {
    published.remove(id);
  }

  @Override
  public String place() {
    return "memory";
  }

  /** A copy of a checkpoint's bytes, or null. For tests that look at them or damage them. */
  public byte[] bytes(CheckpointId id) {
    byte[] bytes = published.get(id);
    return bytes == null ? null : bytes.clone();
  }

  /** Puts other bytes in a checkpoint's place. For tests that damage it. */
  public void replace(CheckpointId id, byte[] bytes) {
    published.put(id, bytes.clone());
  }
}
