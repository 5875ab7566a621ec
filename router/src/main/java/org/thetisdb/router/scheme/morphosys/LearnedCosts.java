package org.thetisdb.router.scheme.morphosys;

import java.util.List;
import org.thetisdb.core.bytes.CodecException;

/**
 * What transactions and changes of the placement take, in microseconds: the cost functions of
 * MorphoSys's Table 1, and what keeps a site busy (section 5.3.2). Each is {@linkplain LinearCost
 * linear}, and learned while the cluster works; before the first observation it is right within an
 * order of magnitude.
 *
 * <p>Not thread-safe.
 */
final class LearnedCosts {
  /** A queue beyond this share of a processor is as long as one that is full. */
  private static final double FULL = 0.98;

  private static final double WELL_EXPLAINED = 0.9;

  /** What keeps a processor busy is learned in microseconds of it in a second. */
  private static final double SECOND_US = 1e6;

  /** Partitions that a change of borders writes: the one before, and two behind it. */
  static final double OF_BORDERS = 3;

  private final LinearCost service = new LinearCost("service", 100, 20);
  private final LinearCost waitUpdates = new LinearCost("wait_updates", 200, 0.1, 100);
  private final LinearCost lock = new LinearCost("lock", 1, 10);
  private final LinearCost drain = new LinearCost("drain", 50, 100);
  private final LinearCost readWrite = new LinearCost("read_write", 5, 0.5, 1);
  private final LinearCost commit = new LinearCost("commit", 200, 0, 1, 0);
  private final LinearCost copy = new LinearCost("copy", 100_000, 500);
  private final LinearCost cpu = LinearCost.ofWork("cpu", 10, 20, 1);

  /** All of them. */
  List<LinearCost> all() {
    return List.of(service, waitUpdates, lock, drain, readWrite, commit, copy, cpu);
  }

  /** How often all of them were taught. */
  long observations() {
    long sum = 0;
    for (LinearCost each : all()) {
      sum += each.observations();
    }
    return sum;
  }

  /** What all of them have learned. */
  List<LinearCost.Learned> learned() {
    return all().stream().map(LinearCost::learned).toList();
  }

  /**
   * Goes on with what others have learned.
   *
   * @throws CodecException if that is of other functions; then nothing is changed
   */
  void take(List<LinearCost.Learned> learned) {
    List<LinearCost> all = all();
    boolean fits = learned.size() == all.size();
    for (int i = 0; fits && i < all.size(); i++) {
      fits = all.get(i).fits(learned.get(i));
    }
    if (!fits) {
      throw new CodecException("what was learned before is of other cost functions");
    }
    for (int i = 0; i < all.size(); i++) {
      all.get(i).take(learned.get(i));
    }
  }

  /**
   * How long a queue is at a processor that is so busy, in transactions. A wait is not linear in
   * the share itself.
   */
  static double queue(double busy) {
    double share = Math.max(0, Math.min(FULL, busy));
    return share / (1 - share);
  }

  /**
   * F_service: the way there and back, and what queues at a site.
   *
   * @param ahead transactions that are there
   */
  double service(double ahead) {
    return service.of(ahead);
  }

  /**
   * F_wait_updates: until a site has what is needed there.
   *
   * @param behind positions that it lacks (v_n - v_r)
   * @param share of the updates that it applies which are of the partition (u_s)
   */
  double waitUpdates(double behind, double share) {
    return waitUpdates.of(behind, share);
  }

  /** F_lock: until all is locked, by the probability of writes to what is written. */
  double lock(double contention) {
    return lock.of(contention);
  }

  /**
   * What F_lock is for a change: no call holds a lock of a partition here, so it waits until those
   * have ended that write in it.
   */
  double drain(double contention) {
    return drain.of(contention);
  }

  /** F_read_write: the work itself, by the rows that are read and written. */
  double readWrite(double read, double written) {
    return readWrite.of(read, written);
  }

  /**
   * F_commit: until it is in the log, and the site has got round to say so.
   *
   * @param read partitions that it reads
   * @param written partitions that it writes
   * @param ahead transactions that are at the site when it comes: they write to the log, too, and
   *     what the log says stands behind them in the queue of the engine
   */
  double commit(double read, double written, double ahead) {
    return commit.of(read, written, ahead);
  }

  /**
   * F_CPU: how busy a site's processor is, 0 to 1, by what it does in a second.
   *
   * @param reads partitions that calls read there
   * @param writes partitions that calls write there
   * @param updates partitions of which it applies writes of other sites
   */
  double cpu(double reads, double writes, double updates) {
    return Math.min(1, cpu.of(reads, writes, updates) / SECOND_US);
  }

  /** Whether F_CPU explains what was found; else a write takes its part of the mean of calls. */
  boolean isCpuKnown() {
    return cpu.accuracy().explained() > WELL_EXPLAINED;
  }

  /** By how much busier a site is for each partition that is written there in a second. */
  double cpuOfWrite() {
    return Math.max(0, cpu.slope(1) - cpu.slope(2)) / SECOND_US;
  }

  /** By how much busier a site is for each write of another one that it applies in a second. */
  double cpuOfUpdate() {
    return Math.max(0, cpu.slope(2)) / SECOND_US;
  }

  /** What it takes until a site has copies of partitions. */
  double copy(double partitions) {
    return copy.of(partitions);
  }

  /** Copies of so many partitions took so long. */
  void learnCopy(double tookUs, double partitions) {
    copy.learn(tookUs, partitions);
  }

  /**
   * What it takes to change masters: both sites are met, the calls that write there end, and the
   * new master waits until it has all that the old one did.
   *
   * @param aheadFrom transactions at the old master, and {@code aheadTo} at the new one
   * @param partitions how many move together; all at once
   */
  double remaster(
      double aheadFrom,
      double aheadTo,
      double contention,
      double behind,
      double share,
      int partitions) {
    return service(aheadFrom)
        + service(aheadTo)
        + drain(contention)
        + waitUpdates(behind, share)
        + commit(0, partitions, aheadFrom);
  }

  /** What it takes to have a border come or go. */
  double reshape(double ahead, double contention) {
    return service(ahead) + drain(contention) + commit(0, OF_BORDERS, ahead);
  }

  /** It took so long on the way and in queues to a site at which there were others. */
  void learnService(double tookUs, double ahead) {
    service.learn(tookUs, ahead);
  }

  /** Something waited so long for updates. */
  void learnWaitUpdates(double tookUs, double behind, double share) {
    waitUpdates.learn(tookUs, behind, share);
  }

  /** Something waited so long for locks. */
  void learnLock(double tookUs, double contention) {
    lock.learn(tookUs, contention);
  }

  /** A change waited so long for those that wrote. */
  void learnDrain(double tookUs, double contention) {
    drain.learn(tookUs, contention);
  }

  /** A call worked so long. */
  void learnReadWrite(double tookUs, double read, double written) {
    readWrite.learn(tookUs, read, written);
  }

  /** A commit took so long. */
  void learnCommit(double tookUs, double read, double written, double ahead) {
    commit.learn(tookUs, read, written, ahead);
  }

  /** A site was so busy. */
  void learnCpu(double busy, double reads, double writes, double updates) {
    cpu.learn(busy * SECOND_US, reads, writes, updates);
  }
}
