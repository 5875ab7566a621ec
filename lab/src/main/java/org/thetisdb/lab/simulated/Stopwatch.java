package org.thetisdb.lab.simulated;

/** Times of the real world, by which tasks of a simulated cluster are measured. */
public interface Stopwatch {
  /** Nobody looks. */
  Stopwatch NONE =
      new Stopwatch() {
        @Override
        public long nowNs() {
          return 0;
        }

        @Override
        public long processorNs() {
          return 0;
        }
      };

  /** Nanoseconds since some fixed point. */
  long nowNs();

  /** Nanoseconds for which the calling thread has had a processor so far. */
  long processorNs();
}
