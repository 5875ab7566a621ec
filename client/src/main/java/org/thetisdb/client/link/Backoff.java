package org.thetisdb.client.link;

import java.util.random.RandomGenerator;

/** Pauses that double up to a bound, each shortened by chance so that many clients do not meet. */
final class Backoff {
  private final long minUs;
  private final long maxUs;
  private final RandomGenerator random;
  private long capUs;

  Backoff(long minUs, long maxUs, RandomGenerator random) {
    this.minUs = minUs;
    this.maxUs = maxUs;
    this.random = random;
    this.capUs = minUs;
  }

  /** The next pause: between half and all of the present bound. */
  long nextUs() {
    long cap = capUs;
    capUs = Math.min(maxUs, cap * 2);
    return cap / 2 + random.nextLong(cap - cap / 2 + 1);
  }

  /** Things went well: begin with the least pause again. */
  void reset() {
    capUs = minUs;
  }
}
