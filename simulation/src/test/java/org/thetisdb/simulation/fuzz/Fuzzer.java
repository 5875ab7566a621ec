package org.thetisdb.simulation.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HexFormat;

/** Log streams one target, and measures what it takes. */
final class Fuzzer {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final Target target;
  private final long limitBytes;
  private long refused;
  private long taken;
  private long mostBytes;
  private long slowestNs;

  /** A fuzzer that takes it for a fault if one input makes the target allocate more than that. */
  Fuzzer(Target target, long limitBytes) {
    this.target = target;
    this.limitBytes = limitBytes;
  }

  /** Every valid sample must be taken. */
  void checkSamples() {
    for (byte[] sample : target.samples()) {
      try {
        target.decoder().decode(target.repair().apply(sample.clone()));
      } catch (Exception e) {
        throw new AssertionError(target + ": a valid sample is refused: " + hex(sample), e);
      }
    }
  }

  /** Log streams {@code count} inputs of a seed. */
  void run(long seed, long count) {
    Mutator mutator = new Mutator(target.samples(), seed);
    for (long i = 0; i < count; i++) {
      byte[] input = mutator.next();
      logStream(i % 2 == 0 ? input : target.repair().apply(input));
    }
  }

  private void logStream(byte[] input) {
    long beginNs = System.nanoTime();
    long before = THREADS.getCurrentThreadAllocatedBytes();
    try {
      target.decoder().decode(input);
      taken++;
    } catch (Throwable thrown) {
      if (!target.refusal().test(thrown)) {
        throw new AssertionError(target + " broke on " + hex(input), thrown);
      }
      refused++;
    }
    long bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
    mostBytes = Math.max(mostBytes, bytes);
    slowestNs = Math.max(slowestNs, System.nanoTime() - beginNs);
    if (bytes > limitBytes) {
      throw new AssertionError(target + " took " + bytes + " bytes for " + hex(input));
    }
  }

  private static String hex(byte[] input) {
    return HexFormat.of().formatHex(input);
  }

  @Override
  public String toString() {
    return "%-14s %,12d refused %,12d taken, at most %,11d bytes and %,6d us for one"
        .formatted(target, refused, taken, mostBytes, slowestNs / 1_000);
  }
}
