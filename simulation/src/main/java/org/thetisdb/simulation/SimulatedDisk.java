package org.thetisdb.simulation;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.time.Clock;
import org.thetisdb.server.checkpoint.CheckpointId;
import org.thetisdb.server.checkpoint.CheckpointStore;
import org.thetisdb.server.checkpoint.MemoryCheckpoints;

/**
 * The disk of a machine, with the checkpoints of its site; it outlives the site's processes. It can
 * be full for a while, so that a checkpoint cannot be begun, or only half of it be written; and it
 * can damage what it holds.
 */
public final class SimulatedDisk implements CheckpointStore {
  private final Clock clock;
  private final RandomGenerator random;
  private final MemoryCheckpoints checkpoints = new MemoryCheckpoints();
  private long fullUntilUs;
  private Runnable whenPublished = () -> {};

  /** An empty disk. */
  public SimulatedDisk(Clock clock, RandomGenerator random) {
    this.clock = clock;
    this.random = random;
  }

  /** From now on it is full for a while. */
  public void fill(long untilUs) {
    fullUntilUs = untilUs;
  }

  /** Runs {@code task} when the next checkpoint has just been published. */
  public void whenPublished(Runnable task) {
    whenPublished = task;
  }

  /**
   * Changes a byte of the newest checkpoint, or cuts its end off; false if there is no older one to
   * fall back on.
   */
  public boolean damageNewest() {
    List<CheckpointId> all = checkpoints.list();
    if (all.size() < 2) {
      return false;
    }
    CheckpointId newest = all.get(all.size() - 1);
    byte[] bytes = checkpoints.bytes(newest);
    int place = random.nextInt(bytes.length);
    if (random.nextInt(4) == 0) {
      bytes = Arrays.copyOf(bytes, Math.max(1, place));
    } else {
      bytes[place] ^= (byte) (1 + random.nextInt(255));
    }
    checkpoints.replace(newest, bytes);
    return true;
  }

  /** Another one takes its place: nothing that was on it is there. */
  public void lose() {
    checkpoints.list().forEach(checkpoints::delete);
  }

  /** Whether something is on it that a site can start from. */
  public boolean hasCheckpoints() {
    return !checkpoints.list().isEmpty();
  }

  private void requireRoom(CheckpointId id) {
    if (clock.nowUs() < fullUntilUs) {
      throw new ThetisException(
          ErrorCode.CHECKPOINT_NOT_WRITTEN, id, place(), "no space is left on it");
    }
  }

  @Override
  public List<CheckpointId> list() {
    return checkpoints.list();
  }

  @Override
  public Sink create(CheckpointId id) {
    requireRoom(id);
    Sink sink = checkpoints.create(id);
    return new Sink() {
      @Override
      public void write(byte[] bytes, int length) {
        requireRoom(id);
        sink.write(bytes, length);
      }

      @Override
      public void publish() {
        requireRoom(id);
        sink.publish();
        Runnable task = whenPublished;
        whenPublished = () -> {};
        task.run();
      }

      @Override
      public void close() {
        sink.close();
      }
    };
  }

  @Override
  public Source open(CheckpointId id) {
    return checkpoints.open(id);
  }

  @Override
  public void delete(CheckpointId id) {
    checkpoints.delete(id);
  }

  @Override
  public void reject(CheckpointId id) {
    checkpoints.reject(id);
  }

  @Override
  public String place() {
    return "a simulated disk";
  }
}
