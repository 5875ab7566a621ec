package org.thetisdb.router.scheme.dynamast;

import org.thetisdb.router.routing.CoAccessCounts;

/**
 * What the sampled updates say of one partition. Fields are the package's own: {@link
 * AccessStatistics} keeps them, schemes read them.
 *
 * <p>Partners come in two kinds. Two partitions that one update <em>writes</em> must have one
 * master for it to run. One that is written and one that is <em>read</em> with it had better have
 * one, since else the update waits for a cut.
 */
final class PartitionStats {
  private static final int[] NONE = {};

  final long partition;

  /** Sampled updates that wrote or read the partition. */
  int accesses;

  /** The load of writing it: each sampled update is shared out among what it writes. */
  long load;

  /** Sampled updates that wrote it together with others. */
  int pairedWrites;

  /** Partners that were written with this one, which was written, too. */
  final CoAccessCounts writtenTogether = new CoAccessCounts();

  /** Partners of which one was written and the other read. */
  final CoAccessCounts readTogether = new CoAccessCounts();

  /** For each site, the sum of {@link #writtenTogether} over the partitions that it masters now. */
  private int[] writeMass = NONE;

  /** The same of {@link #readTogether}. */
  private int[] readMass = NONE;

  private int totalWriteMass;
  private int totalReadMass;

  PartitionStats(long partition) {
    this.partition = partition;
  }

  /** As long as the highest site needs that ever had a partner. */
  private static int[] withSite(int[] mass, int site) {
    return site < mass.length ? mass : java.util.Arrays.copyOf(mass, site + 1);
  }

  private static int at(int[] mass, int site) {
    return site < mass.length ? mass[site] : 0;
  }

  /** Co-accesses of both kinds with partitions that {@code site} masters. */
  int mass(int site) {
    return at(writeMass, site) + at(readMass, site);
  }

  /** All co-accesses. */
  int totalMass() {
    return totalWriteMass + totalReadMass;
  }

  /** How often it was written together with partitions that {@code site} masters. */
  int writeMass(int site) {
    return at(writeMass, site);
  }

  /** How often it was written together with any. */
  int totalWriteMass() {
    return totalWriteMass;
  }

  /** How many partners an update writes that does not write it alone; at least one. */
  double partnersPerUpdate() {
    return Math.max(1, totalWriteMass / (double) Math.max(1, pairedWrites));
  }

  /** The same of partners of the other kind, for each access. */
  double readPartnersPerAccess() {
    return Math.max(1, totalReadMass / (double) Math.max(1, accesses));
  }

  /** Co-accesses of the other kind with partitions that {@code site} masters. */
  int readMass(int site) {
    return at(readMass, site);
  }

  void addWritten(long other, int otherMaster) {
    writtenTogether.increment(other);
    writeMass = withSite(writeMass, otherMaster);
    writeMass[otherMaster]++;
    totalWriteMass++;
  }

  void removeWritten(long other, int otherMaster) {
    writtenTogether.decrement(other);
    writeMass[otherMaster]--;
    totalWriteMass--;
  }

  void addRead(long other, int otherMaster) {
    readTogether.increment(other);
    readMass = withSite(readMass, otherMaster);
    readMass[otherMaster]++;
    totalReadMass++;
  }

  void removeRead(long other, int otherMaster) {
    readTogether.decrement(other);
    readMass[otherMaster]--;
    totalReadMass--;
  }

  /** A partner of {@link #writtenTogether} has another master. */
  void writtenPartnerMoved(int count, int from, int to) {
    writeMass = withSite(writeMass, to);
    writeMass[from] -= count;
    writeMass[to] += count;
  }

  /** A partner of {@link #readTogether} has another master. */
  void readPartnerMoved(int count, int from, int to) {
    readMass = withSite(readMass, to);
    readMass[from] -= count;
    readMass[to] += count;
  }
}
