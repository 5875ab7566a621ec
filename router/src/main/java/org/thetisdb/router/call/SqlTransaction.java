package org.thetisdb.router.call;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.collections.LongHashSet;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.RouterToSite.TransactionRef;
import org.thetisdb.replication.membership.Membership.SiteInfo;
import org.thetisdb.router.routing.Beginning;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.site.SiteTable;

/**
 * An interactive transaction as the router knows it: its site, once it has one, and the partitions
 * that are kept there for it. Owned by the engine's thread.
 */
public final class SqlTransaction implements Contender {
  private static final long[] NOTHING = {};

  /** Keys that are remembered; of more statements the partitions are enough. */
  private static final int MOST_KEYS = 64;

  /** As many as a site lets share a row. */
  private static final int MOST_AHEAD = 1_024;

  /** The session that it belongs to. */
  public final long session;

  /** Its number in its session. */
  public final long number;

  /** Its age, lower if older. */
  public final long order;

  private final int flags;

  /** Partitions that its statements wrote, or were to write. */
  private final LongHashSet kept = new LongHashSet();

  /** A key that each of its first statements wrote. */
  private final List<RowKey> writtenKeys = new ArrayList<>();

  /** What the clock showed when its first statement was sent; 0 before. */
  private long startedWallMs;

  /** Where it runs; 0 until its first statement is routed. */
  private int site;

  /** Whether a statement was sent to its site, which cannot be exchanged from then on. */
  private boolean begun;

  /** The incarnation of that site in which it began. */
  private int incarnation;

  /** Whether the site has answered a statement of it, so that it is open there. */
  private boolean confirmed;

  /**
   * Whether anything else than queries was part of it. Each answer to a query holds by itself: its
   * site has waited for the log, and was in possession of its lease.
   */
  private boolean mayHaveWritten;

  /** Whether partitions were moved for it. */
  private boolean remastered;

  /** Whether partitions that it wrote were moved for it. */
  private boolean movedWritten;

  /** Whether what it writes stays where it is mastered, as its statement under way is sent. */
  private boolean overSites;

  /** What is known of its first statement. */
  private Beginning beginning = Beginning.UNKNOWN;

  /** What it will most likely write; asked for once, with the first statement that writes. */
  private long[] predicted = NOTHING;

  /** Whether it may not write any more. */
  private boolean refusesWrites;

  /** Savepoints that were set before any statement was sent, in their order. */
  private final List<String> earlySavepoints = new ArrayList<>(0);

  /** The statement that waits for partitions or a row; null if none does. */
  private PendingCall waiter;

  /** The moves that the statement waits for; null if it waits for none. */
  private AwaitedMoves awaited;

  /** Those ahead of the statement in the queue of a row, and which attempt of it waits. */
  private final List<Contender> ahead = new ArrayList<>(0);

  private long waitingAttempt;

  /** How often others had to give way to it. */
  private int passed;

  /** A transaction that has no site yet; {@code flags} are those of {@link TransactionRef}. */
  public SqlTransaction(long session, long number, long order, int flags) {
    this.session = session;
    this.number = number;
    this.order = order;
    this.flags = flags;
  }

  /** One that begins anew in its place, under the number of a statement, and sees its time. */
  public SqlTransaction anew(long newNumber) {
    SqlTransaction next = new SqlTransaction(session, newNumber, order, flags);
    next.startedWallMs = startedWallMs;
    next.earlySavepoints.addAll(earlySavepoints);
    return next;
  }

  /** From now on no statement of it may write, though it began as one that may. */
  public void forbidWrites() {
    refusesWrites = true;
  }

  /** Whether its statements may not write. */
  public boolean refusesWrites() {
    return refusesWrites || isReadOnly();
  }

  /** Whether it writes nothing: what it reads may then be a replica. */
  public boolean isReadOnly() {
    return (flags & TransactionRef.READ_ONLY) != 0;
  }

  /**
   * Whether its next statement takes the snapshot of all, from which it may write. With READ
   * COMMITTED each has its own.
   */
  public boolean takesSnapshotNext() {
    return !confirmed && (flags & (TransactionRef.READ_ONLY | TransactionRef.READ_COMMITTED)) == 0;
  }

  /**
   * What is known of its first statement, and what it will most likely write after that.
   *
   * @param writes asked for once, with the first statement that writes
   */
  public void beginWith(Beginning first, long[] writes) {
    beginning = first;
    predicted = writes;
  }

  /**
   * The time that all its statements see: what the clock showed when the first of them was sent.
   *
   * @param nowMs what it shows now
   */
  public long seesTimeMs(long nowMs) {
    if (startedWallMs == 0) {
      startedWallMs = nowMs;
    }
    return startedWallMs;
  }

  /** What is known of its first statement. */
  public Beginning beginning() {
    return beginning;
  }

  /** What it will most likely write. */
  public long[] predicted() {
    return predicted;
  }

  /** It runs at this site, if it is sent there as it is now. */
  public void runAt(SiteInfo where) {
    site = where.site();
    incarnation = where.incarnation();
  }

  /** Where it runs; 0 until its first statement is routed. */
  public int site() {
    return site;
  }

  /** Whether it is known where it runs. */
  public boolean hasSite() {
    return site != 0;
  }

  /** A statement of it is sent to its site. */
  public void begin() {
    begun = site != 0;
  }

  /** Whether a statement was sent to its site, which may know it then. */
  public boolean hasBegun() {
    return begun;
  }

  /**
   * The savepoints that were set before any statement was sent, in their order; the live list. Its
   * site hears of them with the first savepoint that it is sent.
   */
  public List<String> earlySavepoints() {
    return earlySavepoints;
  }

  /**
   * While its first statement waited, what it writes may have moved: where it had best begin is
   * asked again. Else all that waited for one move would drag back what has just gone.
   */
  public void forgetUnusedSite() {
    if (!begun) {
      site = 0;
    }
  }

  /** The site has answered a statement of it, so that it is open there. */
  public void confirm() {
    confirmed = true;
  }

  /** Something else than a query is part of it. */
  public void noteUpdate() {
    mayHaveWritten = true;
  }

  /** Whether anything else than queries was part of it. */
  public boolean mayHaveWritten() {
    return mayHaveWritten;
  }

  /** Partitions are moved for it; {@code written} if it writes some of them. */
  void noteMoved(boolean written) {
    remastered = true;
    movedWritten |= written;
  }

  /** Whether partitions were moved for it. */
  boolean hasRemastered() {
    return remastered;
  }

  /** Whether partitions that it wrote were moved for it. */
  boolean hasMovedWritten() {
    return movedWritten;
  }

  /** Whether what its next statement writes stays where it is mastered. */
  public void goOverSites(boolean overSites) {
    this.overSites = overSites;
  }

  /** Whether what it writes stays where it is mastered, as its statement under way is sent. */
  public boolean isOverSites() {
    return overSites;
  }

  /** Whether its site is there, in the incarnation in which it began. */
  public boolean isOpenAt(SiteTable sites) {
    return sites.isUsable(site) && sites.link(site).info().incarnation() == incarnation;
  }

  @Override
  public boolean keeps(int where, long partition) {
    return where == site && kept.contains(partition);
  }

  @Override
  public AwaitedMoves awaitedMoves() {
    return awaited != null && !waiter.isDone() ? awaited : null;
  }

  @Override
  public List<Contender> ahead() {
    return !ahead.isEmpty() && waiter.isUnderWay(waitingAttempt) ? ahead : List.of();
  }

  /** A statement of it begins to wait for partitions. */
  public void await(PendingCall statement, AwaitedMoves group) {
    goOn();
    waiter = statement;
    awaited = group;
  }

  /**
   * A statement of it waits at its site for a row.
   *
   * @param more whether it waits for those that were reported before, too
   */
  public void await(PendingCall statement, Contender before, boolean more) {
    if (waiter != statement || waitingAttempt != statement.attemptId()) {
      goOn();
    }
    waiter = statement;
    awaited = null;
    waitingAttempt = statement.attemptId();
    note(ahead, before, more);
  }

  /**
   * Takes note of one that is ahead, or of none; of more than so many no note is taken, and one
   * that is in a cycle with them waits for a bounded time.
   */
  static void note(List<Contender> ahead, Contender before, boolean more) {
    if (!more) {
      ahead.clear();
    }
    if (before != null && ahead.size() < MOST_AHEAD && !ahead.contains(before)) {
      ahead.add(before);
    }
  }

  /** The statement that waits for partitions or a row; null if none does. */
  public PendingCall waiter() {
    return waiter;
  }

  /** Others give way to it once more. */
  public void countPassed() {
    passed++;
  }

  /** How often others had to give way to it. */
  public int passed() {
    return passed;
  }

  /** It does not wait any more. */
  public void goOn() {
    waiter = null;
    awaited = null;
    ahead.clear();
  }

  /** How sites know it. */
  public TransactionRef ref() {
    int all = overSites ? flags | TransactionRef.OVER_SITES : flags;
    return new TransactionRef(number, order, !confirmed, all);
  }

  /** All partitions that its statements wrote. */
  public Footprint written() {
    long[] partitions = new long[kept.size()];
    int count = 0;
    for (LongHashSet.LongIterator each = kept.iterator(); each.hasNext(); ) {
      partitions[count++] = each.nextValue();
    }
    return Footprint.of(partitions, new long[0]).withKeys(List.copyOf(writtenKeys), List.of());
  }

  /** What it will most likely write; the next time nothing. */
  public long[] takePredicted() {
    long[] taken = predicted;
    predicted = NOTHING;
    return taken;
  }

  /** Whether partitions are kept for it, since its statements wrote in them or were to. */
  public boolean keepsAny() {
    return !kept.isEmpty();
  }

  /** Nothing is kept for it any more. */
  public void forgetKept() {
    kept.clear();
  }

  /** Those of some partitions that are not kept for it yet. */
  public long[] notKept(long[] partitions) {
    int count = 0;
    long[] others = new long[partitions.length];
    for (long partition : partitions) {
      if (!kept.contains(partition)) {
        others[count++] = partition;
      }
    }
    return Arrays.copyOf(others, count);
  }

  /** A statement that writes these partitions, and keys in them, goes to the site. */
  public void keep(long[] partitions, List<RowKey> keys) {
    for (long partition : partitions) {
      kept.add(partition);
    }
    if (!keys.isEmpty() && writtenKeys.size() < MOST_KEYS) {
      writtenKeys.add(keys.get(0));
    }
  }

  /** Its site says that it does not master this partition, and so does not keep it. */
  public void letGo(long partition) {
    kept.remove(partition);
  }
}
