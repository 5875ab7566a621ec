package org.thetisdb.benchmarks.costs;

/** Measures what the counted part of a run costs. For one thread. */
public interface CostMeter {
  /** Measures nothing. */
  CostMeter NONE =
      new CostMeter() {
        @Override
        public void begin() {}

        @Override
        public CostSheet end(long transactions) {
          return CostSheet.NONE;
        }
      };

  /** Says why nothing is measured. */
  static CostMeter absent(String why) {
    return new CostMeter() {
      @Override
      public void begin() {}

      @Override
      public CostSheet end(long transactions) {
        return CostSheet.absent(why);
      }
    };
  }

  /** From now on. */
  void begin();

  /**
   * Until now.
   *
   * @param transactions committed meanwhile
   */
  CostSheet end(long transactions);
}
