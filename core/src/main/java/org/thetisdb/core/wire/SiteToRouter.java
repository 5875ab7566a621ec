package org.thetisdb.core.wire;

import java.util.List;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.AppliedPlacement;
import org.thetisdb.core.placement.Migration;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.core.placement.ReplicaSets;
import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.core.scheme.LearnedRecord;
import org.thetisdb.core.scheme.SchemeRecord;

/** What a site says to a router. */
public sealed interface SiteToRouter extends Message {
  /**
   * Answers a RouterHello.
   *
   * @param epoch the epoch that the site now follows; above the router's own if that is too old
   * @param cut the newest cut that the site took from any router
   * @param vector the site's report, see {@link Report}
   * @param sites those that the site knows of beside the cluster's first ones, and what became of
   *     any
   * @param scheme the last change of the cluster's scheme
   * @param software what the site runs
   */
  record SiteHello(
      int site,
      int incarnation,
      int epoch,
      VersionVector cut,
      VersionVector vector,
      List<SiteEntry> sites,
      SchemeRecord scheme,
      Software software)
      implements SiteToRouter {
    /** One of this process. */
    public SiteHello(
        int site,
        int incarnation,
        int epoch,
        VersionVector cut,
        VersionVector vector,
        List<SiteEntry> sites,
        SchemeRecord scheme) {
      this(site, incarnation, epoch, cut, vector, sites, scheme, Software.OWN);
    }
  }

  /**
   * Some of what a site knows of partitions. All of these that there are come before its SiteHello,
   * in pieces of bounded size.
   */
  record MapPiece(List<Owner> owners) implements SiteToRouter {}

  /**
   * Answers {@link RouterToSite.AskOfLeader}.
   *
   * @param isHeard whether the router that leads has said anything to this site since it was asked
   */
  record LeaderNews(boolean isHeard) implements SiteToRouter {}

  /** Asks the router that leads for a {@link RouterToSite.SignOfLife}. */
  record AskForSign() implements SiteToRouter {}

  /**
   * The outcome of an Execute.
   *
   * @param errorNumber 0 when it committed, else the number of an ErrorCode
   * @param vector the site's report; covers the transaction's snapshot and its own commit
   * @param value the result, encoded by ValueCodec
   * @param times what its stages took, if that was asked for; else null
   */
  record Executed(
      long attemptId,
      int errorNumber,
      String message,
      VersionVector vector,
      byte[] value,
      StageTimes times)
      implements SiteToRouter {
    /** An answer without times. */
    public Executed(
        long attemptId, int errorNumber, String message, VersionVector vector, byte[] value) {
      this(attemptId, errorNumber, message, vector, value, null);
    }

    @Override
    public boolean isShort() {
      return true;
    }
  }

  /**
   * What a call, or a change of the placement, took at its site, in microseconds.
   *
   * @param updatesUs until masters and updates of other sites were there that it needs
   * @param lockUs until all was locked, or nobody wrote any more in what changes
   * @param runUs what it worked
   * @param commitUs from then on until it was in the log
   */
  record StageTimes(long updatesUs, long lockUs, long runUs, long commitUs) {
    /** Nobody took them. */
    public static final StageTimes NONE = new StageTimes(0, 0, 0, 0);

    /** All of them together. */
    public long sumUs() {
      return updatesUs + lockUs + runUs + commitUs;
    }
  }

  /**
   * What a Read has found.
   *
   * @param vector the cut that it has read, and nothing more: the router that leads knows it
   * @param value the result, encoded by ValueCodec
   */
  record ReadResult(long readId, VersionVector vector, byte[] value) implements SiteToRouter {
    @Override
    public boolean isShort() {
      return true;
    }
  }

  /** Nothing came of a Read: the router that leads is to be asked. */
  record ReadRefused(long readId, WhyNot why) implements SiteToRouter {
    @Override
    public boolean isShort() {
      return true;
    }
  }

  /** What a refusal says about other reads. */
  enum WhyNot {
    /** Nothing: another one may be answered. */
    NOT_NOW(0),
    /** The procedure writes. */
    WRITES(1),
    /** Nothing may be read so under the scheme that is in force. */
    NOTHING_IS(2);

    private final int number;

    WhyNot(int number) {
      this.number = number;
    }

    /** What stands for it in a message. */
    int number() {
      return number;
    }
  }

  /**
   * An Execute was rolled back, or not begun, because the plan did not fit: route it again.
   *
   * @param owners what this site knows of partitions that it does not master in the term asked for;
   *     may be empty
   * @param touched the keys that the procedure touched, after reconnaissance or when it went beyond
   *     its plan; else null
   */
  record Replan(long attemptId, VersionVector vector, List<Owner> owners, KeySet touched)
      implements SiteToRouter {
    @Override
    public boolean isShort() {
      return true;
    }
  }

  /**
   * The coordinator of a transaction over several sites has run it, and keeps aside what it writes
   * ({@link RouterToSite.Step#RUN}).
   *
   * @param vector the site's report
   * @param observed what the run has seen
   * @param touched what it has read and what it writes; rows that it found in ranges are among
   *     those that it has read
   */
  record Ran(long attemptId, VersionVector vector, RouterToSite.Observed observed, KeySet touched)
      implements SiteToRouter {
    @Override
    public boolean isShort() {
      return true;
    }
  }

  /**
   * A master has run its fragment of a call ({@link RouterToSite.Step#FRAGMENT}), and its log has
   * what that met, if it met anything.
   *
   * @param vector the site's report; covers that record
   * @param parts how many parts the call has; 0 if it cannot run in fragments, as it meets more
   *     than was planned
   * @param ran which of them have run here, by their numbers; one bit each, the lowest of a byte
   *     first
   * @param hasPrepared whether there is such a record
   * @param versions by which definitions it has run
   * @param below the undecided transactions that its record names, in order: it stands on them
   * @param rows what it writes here
   * @param value the call's result, as the parts that have run here know it
   * @param results of parts that have run here and have one
   */
  record Voted(
      long attemptId,
      VersionVector vector,
      int parts,
      byte[] ran,
      boolean hasPrepared,
      RouterToSite.Versions versions,
      List<Long> below,
      List<RouterToSite.RowImage> rows,
      byte[] value,
      List<RouterToSite.PartResult> results)
      implements SiteToRouter {
    @Override
    public boolean isShort() {
      return true;
    }
  }

  /**
   * An Execute was rolled back over the right of rows to exist: it is to run again, {@linkplain
   * RouterToSite.Execute#fresh behind} all that was acknowledged anywhere.
   *
   * @param vanishing tables of which it deletes rows or changes keys, as their state does not
   *     allow; empty if a row that has to exist was not found
   */
  record Unsettled(long attemptId, VersionVector vector, List<Integer> vanishing)
      implements SiteToRouter {}

  /**
   * An attempt has begun to wait for a row, or somebody else is ahead of it in the row's queue now:
   * with which routers find cycles that go through rows and partitions.
   *
   * @param aheadAttemptId the attempt that holds the row, or is next before this one in its queue;
   *     0 if an interactive transaction is
   * @param aheadSession the session of that transaction; 0 if it is none
   * @param aheadNumber the transaction's number in its session
   * @param more whether it waits for those that were named before, too; else for this one alone
   */
  record RowWait(
      long attemptId, long aheadAttemptId, long aheadSession, long aheadNumber, boolean more)
      implements SiteToRouter {
    @Override
    public boolean isShort() {
      return true;
    }
  }

  /**
   * Which transactions over several sites wait at this site for rows, and for which others: with
   * this a router finds cycles over several sites (decision 0078). Replaces all that the site has
   * said of this before; none wait if it is empty.
   */
  record AwaitedRows(List<AwaitedRow> waits) implements SiteToRouter {
    @Override
    public boolean isShort() {
      return true;
    }
  }

  /**
   * One transaction over several sites waits for another one, or for an interactive one; there may
   * be others that are part of no cycle over several sites between them.
   *
   * @param transaction that waits
   * @param ahead which one it waits for; 0 if that is an interactive transaction, which keeps a row
   *     that its statements have locked
   * @param session of that one; else 0
   * @param number of that one in its session; else 0
   */
  record AwaitedRow(long transaction, long ahead, long session, long number) {}

  /**
   * The releases are in the log.
   *
   * @param vector the site's report after the release
   * @param refused partitions that this site does not master in the term before, or that are too
   *     large to go, with what it knows of them
   * @param tooLarge those of them whose rows are too many for one record: only a site that holds
   *     them can have them (decision 0082)
   * @param times what it took
   */
  record Released(
      long moveId, VersionVector vector, List<Owner> refused, List<Long> tooLarge, StageTimes times)
      implements SiteToRouter {
    /** An answer that nobody took the times of. */
    public Released(long moveId, VersionVector vector, List<Owner> refused, List<Long> tooLarge) {
      this(moveId, vector, refused, tooLarge, StageTimes.NONE);
    }

    /** The same, in which nothing is too large. */
    public Released(long moveId, VersionVector vector, List<Owner> refused) {
      this(moveId, vector, refused, List.of(), StageTimes.NONE);
    }

    @Override
    public boolean isShort() {
      return true;
    }
  }

  /**
   * The change of borders is in the log, or was refused.
   *
   * @param vector the site's report after it
   * @param owners what the site knows now of what the change was about
   * @param times what it took
   */
  record Reshaped(
      long moveId, VersionVector vector, boolean done, List<Owner> owners, StageTimes times)
      implements SiteToRouter {}

  /**
   * This site is the failover successor of a lost one, or is so no longer.
   *
   * @param incarnation the incarnation whose fence closed the lost site's log; 0 if this site is
   *     not its failover successor, or no more
   * @param vector the site's report, which covers all that counts in that log
   */
  record SuccessorReady(int site, int incarnation, VersionVector vector) implements SiteToRouter {}

  /**
   * A phase is in force at a site, see {@link RouterToSite.SetPhase}.
   *
   * @param phase the phase
   * @param site the site that was meant
   * @param vector what this site has; it covers the record of what was lent or given back
   */
  record PhaseSet(long phase, int site, VersionVector vector) implements SiteToRouter {}

  /**
   * What a scheme says to its part at the router, as {@link RouterToSite.SchemeRequest}.
   *
   * @param scheme the name of the scheme, or of its family
   * @param vector what this site has
   */
  record SchemeReport(String scheme, VersionVector vector, byte[] body) implements SiteToRouter {}

  /**
   * What a site has: for its own log the acknowledged position, for others what it has applied, and
   * all that its own acknowledged transactions depend on. Closed under dependency, so maxima of
   * reports are consistent cuts.
   *
   * @param cutWanted whether a call at the site waits for a cut that covers this
   */
  record Report(VersionVector vector, SiteLoad load, boolean cutWanted) implements SiteToRouter {
    @Override
    public boolean isShort() {
      return true;
    }
  }

  /** What the site knows of sites, or of the scheme, has changed; the same as in the handshake. */
  record Sites(VersionVector vector, List<SiteEntry> sites, SchemeRecord scheme)
      implements SiteToRouter {}

  /**
   * Which replicas there are beside those of the cluster's settings, as the site knows it. Comes
   * before its SiteHello, and when it changes.
   */
  record Replicas(VersionVector vector, ReplicaSets sets) implements SiteToRouter {}

  /**
   * Where partitions are to be mastered, as the log says; ahead of the handshake, and whenever it
   * has changed.
   *
   * @param vector what the site has
   */
  record Placed(VersionVector vector, AppliedPlacement placement) implements SiteToRouter {}

  /**
   * Migrations that the log has, all of them ahead of the handshake, and those that have changed
   * whenever one does.
   *
   * @param vector what the site has
   */
  record Migrations(VersionVector vector, List<Migration> migrations) implements SiteToRouter {}

  /** What a scheme has learned under a router before, as the log says; ahead of the handshake. */
  record Learned(LearnedRecord record) implements SiteToRouter {}

  /**
   * How far a site is with a replica that it {@linkplain RouterToSite.FillReplica fills}.
   *
   * @param id of the range
   * @param state how far it is
   * @param rows that were copied
   * @param vector the site's report; when it is filled, a site that has seen all of it finds all
   *     rows there
   * @param problem why it was given up; else empty
   */
  record ReplicaFilled(long id, Filling state, long rows, VersionVector vector, String problem)
      implements SiteToRouter {}

  /** How far a replica is that is filled. */
  enum Filling {
    /** Rows are on their way. */
    COPYING(0),
    /** All of them are there. */
    FILLED(1),
    /** It was given up, and may be asked for again. */
    FAILED(2),
    /** All of them are there, and stay there behind a restart of the site. */
    SAVED(3);

    private final int number;

    Filling(int number) {
      this.number = number;
    }

    /** The number that stands for it in frames. */
    int number() {
      return number;
    }
  }

  /**
   * A copy of this site's state is on its way to a site that joins.
   *
   * @param slices number of its pieces that were applied there
   */
  record Seeding(int site, long slices) implements SiteToRouter {}

  /**
   * A version of the catalog of SQL, or a later one, is in force at this site: whatever commits
   * here behind {@code position} keeps to it, and all up to there is in the log.
   */
  record DefinitionInForce(long version, long position) implements SiteToRouter {}

  /** As {@link DefinitionInForce}, for a version of the rights of rows to exist. */
  record ExistenceInForce(long version, long position) implements SiteToRouter {}

  /** The jars in force. */
  record Jars(VersionVector vector, List<JarEntry> jars, List<TableEntry> tables)
      implements SiteToRouter {}

  /**
   * The tables and the definitions of SQL in force, and the rights of rows to exist; or those that
   * have changed. What is long comes in pieces, one behind the other.
   *
   * @param whole whether it is all there are, and not what has changed
   * @param mark how far the site was; counts in one incarnation
   * @param last whether it is the last piece
   */
  record Definitions(
      VersionVector vector,
      boolean whole,
      long mark,
      boolean last,
      List<TableEntry> tables,
      List<DefinitionEntry> definitions)
      implements SiteToRouter {}

  /**
   * A row of the system table of SQL's definitions, or of the rights of rows to exist.
   *
   * @param row null if it was deleted
   */
  record DefinitionEntry(RowKey key, byte[] row) {}

  /**
   * What the site holds as of the cut that was asked for; tables without rows are left out.
   *
   * @param problem why there is no digest; empty if there is
   */
  record Digest(long id, String problem, List<TableDigest> tables) implements SiteToRouter {}

  /**
   * Number and SHA-256 of those rows of a table that the same sites hold: keys, stamps, positions
   * and bytes, in key order.
   *
   * @param holders which hold them of the sites that do not hold every row, ascending
   */
  record TableDigest(int tableId, List<Integer> holders, long rows, byte[] sha256) {
    /** Copies the list. */
    public TableDigest {
      holders = List.copyOf(holders);
    }
  }

  /**
   * About how much a range holds.
   *
   * @param rows in it
   * @param bytes of them, with their keys
   * @param copyBytesPerS what the site copies to others in a second at most now
   * @param first the key of its first row; empty if it has none
   * @param last the key of its last row; empty if it has none
   */
  record RangeEstimated(
      long id, long rows, long bytes, long copyBytesPerS, byte[] first, byte[] last)
      implements SiteToRouter {}

  /**
   * What became of a site.
   *
   * @param successors the sites to which it left what never moved; empty unless it has left
   */
  record SiteEntry(int site, SiteStanding standing, List<Integer> successors) {}

  /** A jar by name and version. */
  record JarEntry(String name, int version, byte[] jar) {}

  /** A table: its id and its encoded schema. */
  record TableEntry(int tableId, byte[] schema) {}

  /**
   * A site's own counters since it started, for status and for the strategy.
   *
   * @param engineUsedUs processor time that the site's engine thread has used, in microseconds
   * @param coldRows rows that live on disk alone
   * @param coldBytes what they take there
   * @param coldReads how often such a row was read
   * @param diskFreeBytes what its disk has free; 0 if nobody looks
   * @param diskShort whether it refuses to write for want of disk
   * @param inDoubt how long what was prepared stayed undecided
   */
  record SiteLoad(
      long committed,
      long aborted,
      long refreshed,
      long rows,
      long usedBytes,
      long limitBytes,
      long bytesLogged,
      long engineUsedUs,
      long coldRows,
      long coldBytes,
      long coldReads,
      long diskFreeBytes,
      boolean diskShort,
      InDoubtTimes inDoubt) {}

  /**
   * How long what transactions over several sites have prepared stayed undecided, as one site saw
   * it since it started.
   *
   * @param now records that are undecided
   * @param decided those that were, and no longer are
   * @param sumUs how long they were together, in microseconds
   * @param mostUs how long the longest was
   */
  record InDoubtTimes(long now, long decided, long sumUs, long mostUs) {
    /** None was ever undecided. */
    public static final InDoubtTimes NONE = new InDoubtTimes(0, 0, 0, 0);

    /** What two sites have seen together. */
    public InDoubtTimes and(InDoubtTimes other) {
      return new InDoubtTimes(
          now + other.now,
          decided + other.decided,
          sumUs + other.sumUs,
          Math.max(mostUs, other.mostUs));
    }
  }

  /** What is said in an epoch view (decision 0050). */
  sealed interface OfEpochView extends SiteToRouter {}

  /**
   * An epoch view begins here, see {@link RouterToSite.BeginEpochView}.
   *
   * @param second whether the site has all that members had before, so that calls can come
   * @param vector the site's report, which covers all that it has committed before
   */
  record EpochViewBegun(long epochView, boolean second, VersionVector vector)
      implements OfEpochView {}

  /**
   * A call has run in an epoch view.
   *
   * @param clock its transaction id if it is decided; else above every one that the site has given
   *     or seen, or, in logical time, the least that it may have by what it writes
   * @param decided whether it has met nothing that others have to say about, and is decided by
   *     that; else what it has met here is locked for it
   * @param from in logical time, when all that it has read is there; else 0
   * @param until in logical time, until when what need not be asked for is known to hold; else 0
   * @param participants members that have to validate what it has met of theirs
   * @param readers in logical time, all members that can extend the time until which something
   *     holds that it has only read; this site may be among them
   * @param touched what it has read and writes; null if it is decided, or in a batch without a
   *     fallback if it has met nothing of others. Where calls lock before they run, one that is not
   *     decided has met more than was locked for it, and is rolled back
   * @param versions of what it has read by keys
   * @param catalog the version of the catalog of SQL by which it has run
   * @param existence that of the rights of rows to exist
   * @param errorNumber 0, or the number of the error with which it has ended
   */
  record RanInEpochView(
      long attemptId,
      long clock,
      boolean decided,
      long from,
      long until,
      List<Integer> participants,
      List<Integer> readers,
      KeySet touched,
      List<Long> versions,
      long catalog,
      long existence,
      int errorNumber,
      String message,
      byte[] value,
      List<RouterToSite.RowImage> rows)
      implements OfEpochView {
    @Override
    public boolean isShort() {
      return true;
    }
  }

  /**
   * A call cannot run in an epoch view: it is to run by itself, when none is open.
   *
   * @param closedTable the read-mostly table that it writes, by its id; 0 if it writes none
   */
  record RunExclusively(long attemptId, int closedTable) implements OfEpochView {
    @Override
    public boolean isShort() {
      return true;
    }
  }

  /**
   * What a member says of a transaction, see {@link RouterToSite.Validate}.
   *
   * @param asked until when it was asked for; in logical time
   * @param valid whether all is as it was, and is locked now; if not, nothing is
   * @param clock above every transaction id that the site has given or seen; in logical time, the
   *     least one that the transaction may have by what it writes here
   * @param from in logical time, when all is there that it has read here
   * @param until in logical time, until when that holds for certain
   */
  record Validated(
      long epochView,
      long transaction,
      long asked,
      boolean valid,
      long clock,
      long from,
      long until)
      implements OfEpochView {
    @Override
    public boolean isShort() {
      return true;
    }
  }

  /**
   * Which transactions of a batch have met, at a member, what an earlier one has, see {@link
   * RouterToSite.CheckBatch}.
   *
   * @param conflicts of those that have any, in their order
   */
  record BatchChecked(long epochView, long batch, List<Conflict> conflicts) implements OfEpochView {
    @Override
    public boolean isShort() {
      return true;
    }
  }

  /**
   * What a transaction of a batch has met that an earlier one has met, too (section 5.4.2 of the
   * thesis).
   *
   * @param raw whether it has read what an earlier one writes
   * @param war whether it writes what an earlier one has read
   * @param waw whether it writes what an earlier one writes
   */
  record Conflict(long transaction, boolean raw, boolean war, boolean waw) {}

  /** A call that runs elsewhere has its locks here, see {@link RouterToSite.LockInOrder}. */
  record Locked(long epochView, long transaction) implements OfEpochView {
    @Override
    public boolean isShort() {
      return true;
    }
  }

  /** All that the site decides from now on has a later time, see {@link RouterToSite.Fence}. */
  record Fenced(long epochView, long time) implements OfEpochView {
    @Override
    public boolean isShort() {
      return true;
    }
  }

  /**
   * The epoch coordinator has put an epoch into its log.
   *
   * @param commits how many of its transactions, from the first on; if not all, it refuses the
   *     others
   * @param vector the site's report, which covers them
   */
  record EpochCommitted(long epochView, long epoch, int commits, VersionVector vector)
      implements OfEpochView {
    @Override
    public boolean isShort() {
      return true;
    }
  }
}
