package org.thetisdb.server.checkpoint;

import java.util.List;

/**
 * A place where checkpoints are kept. A checkpoint is there whole, once it is published, or not at
 * all, whatever happens to the process that writes it.
 *
 * <p>Calls may block on a disk; none of them belongs on an engine's event loop. One site's
 * checkpoints are written and deleted from one event loop; others may list and read meanwhile.
 * Every method throws {@link org.thetisdb.core.error.ThetisException} with CHECKPOINT_NOT_WRITTEN
 * or CHECKPOINT_DAMAGED when the disk fails.
 */
public interface CheckpointStore {
  /** The published checkpoints, of all sites that write here; in the order of their ids. */
  List<CheckpointId> list();

  /** Begins to write a checkpoint; what an earlier attempt of its site left behind goes away. */
  Sink create(CheckpointId id);

  /** Opens a published checkpoint. */
  Source open(CheckpointId id);

  /** Deletes a checkpoint; no effect if it is not there. */
  void delete(CheckpointId id);

  /**
   * Puts a damaged checkpoint aside: it is not listed any more, so it takes no good one's place.
   * Its bytes stay for people where the place allows it.
   */
  void reject(CheckpointId id);

  /** Where this is, for people. */
  String place();

  /** A checkpoint being written. Not thread-safe. */
  interface Sink extends AutoCloseable {
    /** Writes the first {@code length} bytes behind what was written before. */
    void write(byte[] bytes, int length);

    /**
     * Has the disk take what was written, if that is much by now, so that it never has to take all
     * at once. Waits for the disk, and hardly needs a processor; does nothing where there is none.
     */
    default void flushIfMuch() {}

    /** Makes it a checkpoint: when this returns it outlives a failure of power. */
    void publish();

    /** Gives it up, unless it was published. */
    @Override
    void close();
  }

  /** A checkpoint being read. Not thread-safe. */
  interface Source extends AutoCloseable {
    /** Bytes not read yet. */
    long remaining();

    /** Fills the first {@code length} bytes; there must be as many left. */
    void read(byte[] into, int length);

    @Override
    void close();
  }
}
