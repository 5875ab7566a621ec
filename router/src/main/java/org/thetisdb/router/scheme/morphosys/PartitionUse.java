package org.thetisdb.router.scheme.morphosys;

import org.agrona.collections.IntHashSet;
import org.thetisdb.router.routing.CoAccessCounts;

/**
 * What the sampled transactions say of one partition. Fields are the package's own: {@link
 * WorkloadModel} keeps them, plans read them.
 */
final class PartitionUse {
  final long partition;

  /** Sampled transactions that read it and do not write it, also those that write nothing. */
  int reads;

  /** Sampled transactions that write it. */
  int writes;

  /** Each sampled update is shared out among what it writes. */
  long load;

  /** Co-accesses with all others, of the three kinds of which one at least is a write. */
  long pairs;

  /** By another partition: transactions that write both. */
  final CoAccessCounts writtenBoth = new CoAccessCounts();

  /** Transactions that write this one and read the other. */
  final CoAccessCounts writtenWithRead = new CoAccessCounts();

  /** Transactions that read this one and write the other. */
  final CoAccessCounts readWithWritten = new CoAccessCounts();

  /** Transactions that read both. */
  final CoAccessCounts readBoth = new CoAccessCounts();

  /** Where the transactions stand in the sample that touch it. */
  final IntHashSet samples = new IntHashSet(8);

  PartitionUse(long partition) {
    this.partition = partition;
  }

  /** How often it is touched. */
  int accesses() {
    return reads + writes;
  }

  /** P(w(other) | w(this)), as a part of the sample. */
  double writesGivenWrite(long other) {
    return share(writtenBoth.get(other), writes);
  }

  /** P(r(other) | w(this)). */
  double readsGivenWrite(long other) {
    return share(writtenWithRead.get(other), writes);
  }

  /** P(w(other) | r(this)). */
  double writesGivenRead(long other) {
    return share(readWithWritten.get(other), reads);
  }

  /** P(r(other) | r(this)). */
  double readsGivenRead(long other) {
    return share(readBoth.get(other), reads);
  }

  private static double share(int together, int all) {
    return all == 0 ? 0 : together / (double) all;
  }
}
