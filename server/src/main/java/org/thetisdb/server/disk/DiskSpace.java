package org.thetisdb.server.disk;

import java.util.function.LongConsumer;
import org.thetisdb.core.time.Scheduler;

/**
 * The disk that a site's log, checkpoints and cold rows are written to. Thread-safe; shared by the
 * sites of a process.
 */
public interface DiskSpace {
  /** A disk that nobody watches. */
  DiskSpace UNWATCHED =
      new DiskSpace() {
        @Override
        public long reserveBytes() {
          return 0;
        }

        @Override
        public void ask(Scheduler line, LongConsumer answer) {
          // Nobody asks.
        }
      };

  /** How many bytes are to be left free; 0 if the disk is not watched. */
  long reserveBytes();

  /**
   * Asks how many bytes are free, and does not wait for it.
   *
   * @param answer runs on {@code line}; not at all if the disk cannot tell
   */
  void ask(Scheduler line, LongConsumer answer);
}
