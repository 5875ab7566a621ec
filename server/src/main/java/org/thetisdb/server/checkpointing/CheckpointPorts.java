package org.thetisdb.server.checkpointing;

import java.util.function.Consumer;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.replication.refresh.LogPoint;
import org.thetisdb.server.checkpoint.CheckpointRun;
import org.thetisdb.server.checkpoint.CheckpointStore;
import org.thetisdb.server.lane.Lane;

/**
 * What checkpoints are taken with.
 *
 * @param store where they go
 * @param worker the event loop that reads rows and writes
 * @param intervalUs the time between them; 0 for none
 * @param options how many are kept, and how much of a processor they may take
 * @param resumePoints asks from where other sites' logs would have to be read on; the answer comes
 *     on the engine's event loop, after all that was applied before it
 * @param trim cuts a log below an offset
 * @param lane what shares the rows, and so the checkpoints
 */
public record CheckpointPorts(
    CheckpointStore store,
    Scheduler worker,
    long intervalUs,
    CheckpointRun.Options options,
    Consumer<Consumer<LogPoint[]>> resumePoints,
    Trim trim,
    Lane lane) {
  /** Cuts logs. */
  @FunctionalInterface
  public interface Trim {
    /** Forgets the entries of a site's log below an offset. */
    void trim(int site, long beforeOffset);
  }
}
