package org.thetisdb.router.routing;

/**
 * What the sampled updates say of one partition. Fields are the package's own: {@link
 * AccessStatistics} keeps them, schemes read them.
 */
final class PartitionStats {
  final long partition;

  /** Sampled updates that wrote or read the partition. */
  int accesses;

  /** Sampled updates that wrote it. */
  int writes;

  /** With which other partitions, how often. */
  final CoAccessCounts together = new CoAccessCounts();

  /** For each site, the sum of {@link #together} over the partitions that it masters now. */
  private final int[] mass;

  /** The sum over all sites. */
  private int totalMass;

  PartitionStats(long partition, int sites) {
    this.partition = partition;
    mass = new int[sites + 1];
  }

  /** Co-accesses with partitions that {@code site} masters. */
  int mass(int site) {
    return site < mass.length ? mass[site] : 0;
  }

  /** All co-accesses. */
  int totalMass() {
    return totalMass;
  }

  void add(long other, int otherMaster) {
    together.increment(other);
    mass[otherMaster]++;
    totalMass++;
  }

  void remove(long other, int otherMaster) {
    together.decrement(other);
    mass[otherMaster]--;
    totalMass--;
  }

  void otherMoved(int count, int from, int to) {
    mass[from] -= count;
    mass[to] += count;
  }
}
