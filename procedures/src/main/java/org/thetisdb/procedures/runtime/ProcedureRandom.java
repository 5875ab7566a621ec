package org.thetisdb.procedures.runtime;

import java.util.random.RandomGenerator;

/**
 * The randomness that a procedure sees: the SplitMix64 sequence of a seed, the same on every
 * machine and every JDK. May be kept and seeded again for each transaction. Not thread-safe.
 */
public final class ProcedureRandom implements RandomGenerator {
  private static final long GAMMA = 0x9e3779b97f4a7c15L;

  private long state;

  /** A sequence that begins with this seed. */
  public ProcedureRandom(long seed) {
    this.state = seed;
  }

  /** Begins another sequence. */
  public void seed(long seed) {
    this.state = seed;
  }

  @Override
  public long nextLong() {
    state += GAMMA;
    long mixed = (state ^ state >>> 30) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
    return mixed ^ mixed >>> 31;
  }
}
