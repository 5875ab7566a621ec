package org.thetisdb.router.scheme.fragments;

/**
 * How many transactions a second two partitions do under each control of Dtxn, by the share of
 * transactions that meet both of them: the model of Jones' thesis, section 4.3. No transactions
 * conflict, none aborts, and all that meet both do so in one round. Immutable.
 *
 * @param singleUs t_sp: how long one partition runs a transaction of its own, in microseconds
 * @param speculatedUs t_spS: the same, with a record of how to undo it
 * @param distributedUs t_mp: how long a transaction of both holds them, with the commit
 * @param distributedCpuUs t_mpC: how long one partition works for such a transaction
 * @param stallUs t_mpN: how long it stands still meanwhile; the thesis has 40 in its table, and
 *     t_mp - t_mpC = 156 in its text
 * @param lockFactor l: how many times as long work takes under locks
 */
public record ControlModel(
    double singleUs,
    double speculatedUs,
    double distributedUs,
    double distributedCpuUs,
    double stallUs,
    double lockFactor) {
  private static final double SECOND_US = 1e6;
  private static final double PARTITIONS = 2;

  /** All of a partition waits for each decision; {@code share} from 0 to 1. */
  public double blocking(double share) {
    return rate(2 * share * distributedUs + (1 - share) * singleUs);
  }

  /** While a partition waits for a decision, it runs transactions of its own. */
  public double localSpeculation(double share) {
    double limitUs = Math.max(stallUs, distributedCpuUs);
    return rate(2 * share * limitUs + (1 - share - 2 * share * hidden(share)) * singleUs);
  }

  /** A partition runs all that comes on what is not decided. */
  public double speculation(double share) {
    double periodUs = distributedCpuUs + hidden(share) * speculatedUs;
    return rate(2 * share * periodUs + (1 - share - 2 * share * hidden(share)) * singleUs);
  }

  /** Transactions wait for locks of others; there are no conflicts. */
  public double locking(double share) {
    return rate(lockFactor * (2 * share * distributedCpuUs + (1 - share) * speculatedUs));
  }

  /** N_hidden: so many of its own a partition runs while one of both stands still. */
  private double hidden(double share) {
    if (share == 0) {
      return 0;
    }
    double idleUs = Math.max(stallUs, distributedCpuUs) - distributedCpuUs;
    return Math.min((1 - share) / (2 * share), idleUs / speculatedUs);
  }

  private static double rate(double pairUs) {
    return PARTITIONS * SECOND_US / pairUs;
  }
}
