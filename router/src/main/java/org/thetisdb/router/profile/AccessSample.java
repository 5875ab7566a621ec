package org.thetisdb.router.profile;

import java.util.random.RandomGenerator;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.SampleRate;
import org.thetisdb.router.schism.Trace;
import org.thetisdb.router.schism.TraceRecorder;

/**
 * Which cells transactions access while somebody asks for it, as E-Store's second phase of
 * monitoring notes it: nothing before and behind that, and a part of the transactions if there are
 * many. Owned by the engine's thread.
 */
public final class AccessSample {
  private static final int MOST_PER_S = 8_000;
  private static final int WORDS = 1 << 17;

  private final int cellKeys;
  private final RandomGenerator random;
  private TraceRecorder recorder;
  private SampleRate rate;

  /**
   * Nothing is noted.
   *
   * @param cellKeys values of the first key column in a cell
   * @param random draws the transactions that are noted, once it is on
   */
  public AccessSample(int cellKeys, RandomGenerator random) {
    this.cellKeys = cellKeys;
    this.random = random;
  }

  /** From now on transactions are noted. */
  public void begin() {
    recorder = new TraceRecorder(WORDS);
    recorder.onGrid(cellKeys);
    rate = new SampleRate(MOST_PER_S, random);
  }

  /** Whether transactions are noted. */
  public boolean isOn() {
    return recorder != null;
  }

  /** Whether the next transaction is one of those that are. */
  public boolean wants(long nowUs) {
    return rate.wants(1, nowUs);
  }

  /** Takes note of the cells of a transaction. */
  public void note(Footprint cells) {
    recorder.note(cells);
  }

  /** What was noted; from now on nothing is. */
  public Trace end() {
    Trace trace = recorder.trace();
    recorder = null;
    rate = null;
    return trace;
  }
}
