package org.thetisdb.core.wire;

import java.util.List;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.KeyInterval;
import org.thetisdb.core.placement.Mastership;
import org.thetisdb.core.placement.Reshape;

/** What a router says to a site. */
public sealed interface RouterToSite extends Message {
  /**
   * The first message: a site that answers promises to take nothing more from a router with a lower
   * epoch.
   */
  record RouterHello(String cluster, int epoch, Software software) implements RouterToSite {
    /** One of this process. */
    public RouterHello(String cluster, int epoch) {
      this(cluster, epoch, Software.OWN);
    }
  }

  /**
   * The first message of a router that does not lead, and only reads here for its clients (decision
   * 0059). Not answered. A site follows such a router in nothing.
   */
  record ReaderHello(String cluster, Software software) implements RouterToSite {
    /** One of this process. */
    public ReaderHello(String cluster) {
      this(cluster, Software.OWN);
    }
  }

  /**
   * A router that does not lead hears nothing of the one that does, and asks over a connection that
   * only reads whether the site does. Answered by {@link SiteToRouter.LeaderNews}.
   */
  record AskOfLeader() implements RouterToSite {}

  /** The router that leads answers {@link SiteToRouter.AskForSign}. */
  record SignOfLife() implements RouterToSite {}

  /**
   * Runs a procedure that only reads, at a cut of the router that leads, for a router that does
   * not. The site judges whether it may. Answered by {@link SiteToRouter.ReadResult} or {@link
   * SiteToRouter.ReadRefused}.
   *
   * @param readId names the answer on this connection
   * @param timeoutMs how long it may wait before it is started
   * @param wallMs the time that the procedure sees
   * @param seed the seed of the procedure's randomness
   * @param vector what the session has seen; the cut has to cover it
   * @param user who must be allowed to; empty for one who may do everything
   */
  record Read(
      long readId,
      int timeoutMs,
      long wallMs,
      long seed,
      VersionVector vector,
      String procedure,
      byte[] arguments,
      String user)
      implements RouterToSite {
    /** One of a client that may do everything. */
    public Read(
        long readId,
        int timeoutMs,
        long wallMs,
        long seed,
        VersionVector vector,
        String procedure,
        byte[] arguments) {
      this(readId, timeoutMs, wallMs, seed, vector, procedure, arguments, "");
    }

    @Override
    public boolean isShort() {
      return true;
    }
  }

  /**
   * Runs a procedure.
   *
   * @param attemptId names the answer on this connection
   * @param repetition whether the call may have run before, so that the table of outcomes decides
   * @param reconnaissance run on a snapshot, roll back, and answer with the keys that were touched
   * @param wallMs the time that the procedure sees
   * @param seed the seed of the procedure's randomness
   * @param timeoutMs how long the call may wait at the site before it is started
   * @param fresh whether the call missed a row that others may have committed elsewhere: the site
   *     waits for all of {@code vector}, and what is not there then is not there
   * @param vector what the site must have seen of rows mastered elsewhere; a repetition must wait
   *     for all of it
   * @param written the partitions that the call writes, with the term in which this site must
   *     master each
   * @param plan the keys, if they come from reconnaissance; null when the procedure declares them
   *     itself
   * @param transaction the interactive transaction that the call is a part of; null if it is one by
   *     itself
   * @param timed whether the answer is to say what its stages took
   */
  record Execute(
      long attemptId,
      long session,
      long sequence,
      boolean repetition,
      boolean reconnaissance,
      boolean fresh,
      long wallMs,
      long seed,
      int timeoutMs,
      VersionVector vector,
      String procedure,
      int jarVersion,
      byte[] arguments,
      List<Mastership> written,
      KeySet plan,
      TransactionRef transaction,
      boolean timed)
      implements RouterToSite {
    /** One whose times nobody wants. */
    public Execute(
        long attemptId,
        long session,
        long sequence,
        boolean repetition,
        boolean reconnaissance,
        boolean fresh,
        long wallMs,
        long seed,
        int timeoutMs,
        VersionVector vector,
        String procedure,
        int jarVersion,
        byte[] arguments,
        List<Mastership> written,
        KeySet plan,
        TransactionRef transaction) {
      this(
          attemptId,
          session,
          sequence,
          repetition,
          reconnaissance,
          fresh,
          wallMs,
          seed,
          timeoutMs,
          vector,
          procedure,
          jarVersion,
          arguments,
          written,
          plan,
          transaction,
          false);
    }

    /** The same, which sees the time of another one and draws from its seed. */
    public Execute as(Execute first) {
      return new Execute(
          attemptId,
          session,
          sequence,
          repetition,
          reconnaissance,
          fresh,
          first.wallMs,
          first.seed,
          timeoutMs,
          vector,
          procedure,
          jarVersion,
          arguments,
          written,
          plan,
          transaction,
          timed);
    }

    @Override
    public boolean isShort() {
      return true;
    }
  }

  /**
   * A part of a transaction over several sites (two-phase commit). Its participants prepare what it
   * writes at their sites, one after the other in the order of their numbers; then it runs and is
   * decided at its coordinator. Where what it reads is validated, it has run there before. Answered
   * as the call is, with no result where it is prepared; a run that is kept aside with {@link
   * SiteToRouter.Ran}.
   *
   * @param transaction names one attempt: no other one ever has this number
   * @param step what the receiver is to do
   * @param observed of a participant that validates what was read, what the run saw; else null
   * @param call what runs; a participant only looks at what it writes there
   */
  record Part(long transaction, Step step, Observed observed, Execute call)
      implements RouterToSite {
    /** A part of a transaction whose participants prepare before it runs. */
    public Part(long transaction, boolean prepares, Execute call) {
      this(transaction, prepares ? Step.PREPARE : Step.DECIDE, null, call);
    }

    /** Whether the receiver is a participant; else it is the coordinator. */
    public boolean prepares() {
      return step == Step.PREPARE || (runsFragment() && step != Step.HOME);
    }

    /** Whether the receiver runs the parts of the call whose rows it masters. */
    public boolean runsFragment() {
      return step == Step.FRAGMENT
          || step == Step.SPECULATE
          || step == Step.BLOCK
          || step == Step.ALONE
          || step == Step.HOME;
    }

    /** Whether what runs here may run on rows that others have prepared. */
    public boolean speculates() {
      return step == Step.SPECULATE || step == Step.ALONE;
    }

    @Override
    public boolean isShort() {
      return true;
    }
  }

  /** What a site is to do for a transaction over several sites. */
  enum Step {
    /** Its coordinator runs it, and decides. */
    DECIDE,
    /**
     * A participant prepares what it writes, and what it reads if the scheme or a COMMIT wants
     * that.
     */
    PREPARE,
    /** Its coordinator runs it, and keeps aside what it writes. */
    RUN,
    /** Its coordinator decides about what it has kept aside. */
    FINISH,
    /**
     * A master runs its parts of it as of now, prepares what they have met, and answers with what
     * they write ({@link SiteToRouter.Voted}).
     */
    FRAGMENT,
    /** The same, on rows that others have prepared, too: it is decided behind those. */
    SPECULATE,
    /** As {@link #FRAGMENT}, with nothing undecided at its site before it, and nothing behind. */
    BLOCK,
    /**
     * The only master runs all of it as of now, and commits; or, if it has run on undecided rows,
     * prepares what it has met, and answers with what it writes.
     */
    ALONE,
    /** The last master runs its parts, and commits all of it ({@link CommitVotes}). */
    HOME
  }

  /**
   * All masters of a call but the receiver have voted for their fragments of it: the receiver runs
   * its own, and commits all of them with one record. Answered as the call is, or with {@link
   * SiteToRouter.Voted} of no parts.
   *
   * @param transaction the attempt
   * @param parts how many parts the call has
   * @param ran which of them have run; see {@link SiteToRouter.Voted}
   * @param rows what the fragments write, all of which is prepared
   * @param prepared so many masters have a record of that in their logs
   * @param versions by which definitions each of them has run
   * @param value the call's result, if its first part has run
   * @param results of parts that have run and have one
   * @param call what runs
   */
  record CommitVotes(
      long transaction,
      int parts,
      byte[] ran,
      List<RowImage> rows,
      int prepared,
      Versions versions,
      byte[] value,
      List<PartResult> results,
      Execute call)
      implements RouterToSite {
    @Override
    public boolean isShort() {
      return true;
    }
  }

  /**
   * The receiver is going to commit a call, when others have voted: until then no later fragment
   * prepares here what the call is going to meet. Not answered.
   *
   * @param transaction the attempt
   * @param keys of rows that the receiver masters, as far as they are planned; none if the attempt
   *     is over, and was not committed
   */
  record HoldPlace(long transaction, KeySet keys) implements RouterToSite {
    @Override
    public boolean isShort() {
      return true;
    }
  }

  /**
   * What a part of a call in fragments has returned.
   *
   * @param part its number
   * @param value encoded as a call's result
   */
  record PartResult(int part, byte[] value) {}

  /**
   * By what a fragment has run.
   *
   * @param catalog the version of the catalog of SQL
   * @param existence that of the rights of rows to exist
   * @param tables that of the rights to read and write tables
   */
  record Versions(long catalog, long existence, long tables) {}

  /**
   * What a run has seen of the rows that it read by their keys, or found in ranges.
   *
   * @param vector all commits that it could see, and no other ones
   * @param present for each key that it read, in the order of its key set, whether there was a row;
   *     one bit each, the lowest of a byte first
   */
  record Observed(VersionVector vector, byte[] present) {
    /** Whether there was a row for a key. */
    public boolean wasThere(int index) {
      return (present[index >> 3] & (1 << (index & 7))) != 0;
    }

    /** Whether it covers all that was read. */
    public boolean tellsOf(KeySet touched) {
      return touched != null && present.length == (touched.read().size() + 7) / 8;
    }
  }

  /**
   * Of transactions over several sites, all that a site finds prepared when it has applied {@code
   * vector} and whose numbers are at most {@code last} are over and were not committed, but for
   * those that are named. The receiver puts into its log that nothing comes of what it prepared
   * itself, and forgets what others did.
   */
  record Undecided(long last, VersionVector vector, List<Long> undecided) implements RouterToSite {}

  /**
   * Of one attempt over several sites nothing comes to any log: it was not committed, and will not
   * be. What the receiver has prepared for it is free at once, without {@link Undecided}'s vector.
   * Not answered.
   *
   * @param transaction the attempt
   * @param doomed others that stand on it, and so will not be committed; their sites may not know
   */
  record Aborted(long transaction, List<Long> doomed) implements RouterToSite {
    @Override
    public boolean isShort() {
      return true;
    }
  }

  /**
   * An interactive transaction: one that a client runs statement by statement. It stays at one site
   * from its first statement to its end.
   *
   * @param number distinguishes it from others of its session; the sequence of its first call
   * @param order when it began, in the router's count; kept when it is run again. An older one goes
   *     first (hazard 13)
   * @param begins whether this is its first statement at the site
   * @param flags {@link #READ_ONLY} and others, added up
   */
  record TransactionRef(long number, long order, boolean begins, int flags) {
    /** It writes nothing. */
    public static final int READ_ONLY = 1;

    /** Each statement has a snapshot of its own, in place of one for all. */
    public static final int READ_COMMITTED = 2;

    /** It commits only if nothing that it has read was changed since by others. */
    public static final int SERIALIZABLE = 4;

    /**
     * Rows that it writes and that are mastered elsewhere stay there: they are prepared by their
     * masters when it commits, and so is what it has read if it is serializable.
     */
    public static final int OVER_SITES = 8;
  }

  /**
   * A cut: positions in all logs that together are a consistent snapshot. Cuts of one epoch are
   * numbered 1, 2, 3 and so on; a later cut covers every earlier one (DESIGN: order and snapshots).
   */
  record Cut(int epoch, long number, VersionVector vector) implements RouterToSite {
    @Override
    public boolean isShort() {
      return true;
    }
  }

  /**
   * Gives up the mastership of partitions once running transactions on them are done.
   *
   * @param released each partition with its new term, one above the present
   * @param grantee the site that is to be the new master, in this incarnation
   * @param onBehalfOf the lost site of which the receiver is the failover successor, and whose
   *     partitions these are; 0 if they are the receiver's own
   * @param granteeHolds whether the router sees to it that the grantee keeps a replica of all of
   *     them until this is answered; then no rows have to go with what is saved there
   * @param pullBytes bytes of rows that may go with all of them, or with the first alone if it has
   *     more; 0 for what may at most while transactions are not to wait for it
   */
  record Release(
      long moveId,
      List<Mastership> released,
      int grantee,
      int granteeIncarnation,
      int onBehalfOf,
      boolean granteeHolds,
      int pullBytes)
      implements RouterToSite {
    /** A release with as many rows as usual. */
    public Release(
        long moveId,
        List<Mastership> released,
        int grantee,
        int granteeIncarnation,
        int onBehalfOf,
        boolean granteeHolds) {
      this(moveId, released, grantee, granteeIncarnation, onBehalfOf, granteeHolds, 0);
    }

    /** A release whose grantee is not known to hold anything. */
    public Release(
        long moveId,
        List<Mastership> released,
        int grantee,
        int granteeIncarnation,
        int onBehalfOf) {
      this(moveId, released, grantee, granteeIncarnation, onBehalfOf, false);
    }

    /** A release of the receiver's own partitions. */
    public Release(long moveId, List<Mastership> released, int grantee, int granteeIncarnation) {
      this(moveId, released, grantee, granteeIncarnation, 0);
    }
  }

  /**
   * The scheme that is in force, as to all that comes behind this message. What a router has not
   * said it of, a site runs under row locks.
   *
   * @param scheme its name
   */
  record FollowScheme(String scheme) implements RouterToSite {}

  /**
   * What a scheme says to its part at a site that has no message of its own here. Only that scheme
   * knows what the body means.
   *
   * @param scheme the name of the scheme, or of its family
   */
  record SchemeRequest(String scheme, byte[] body) implements RouterToSite {}

  /**
   * Has a site fill a replica of a range that the log says it is to hold: it keeps what the logs
   * say of it from now on, and copies the rest. If the log says that it holds it already, it is to
   * stay there behind a restart soon. Answered by {@link SiteToRouter.ReplicaFilled}.
   *
   * @param id of the range in the replica sets
   * @param host of a site that holds every row; empty if none does
   * @param port of that site
   * @param parts if no site holds every row, all sites that can give what they hold of it
   */
  record FillReplica(long id, String host, int port, List<Giver> parts) implements RouterToSite {
    /** All of it comes from one site, which holds every row. */
    public FillReplica(long id, String host, int port) {
      this(id, host, port, List.of());
    }
  }

  /** A site that gives what it holds of a replica. */
  record Giver(int site, String host, int port) {}

  /**
   * Takes a Release back that still waits for transactions: its Released then refuses all. One that
   * is in the log already, or is unknown, is left alone.
   */
  record Withdraw(long moveId) implements RouterToSite {}

  /**
   * Ends the interactive transactions for which a Release still waits, since it has waited long
   * enough. No effect on one that is in the log already, or is unknown.
   */
  record EndHolders(long moveId) implements RouterToSite {}

  /**
   * Stands in for a site that is lost: closes its log with the fence of a new incarnation, and
   * gives up its partitions for it when asked. Answered by SuccessorReady, as soon as all that
   * counts in that log is applied.
   */
  record FailoverSuccessor(int site) implements RouterToSite {}

  /**
   * Gives a site the phase that is in force for it, or comes (decision 0038). The site lends what
   * it masters to the phase's master, or gives back what was lent to it. It answers with {@link
   * SiteToRouter.PhaseSet} when its log has acknowledged that, and when all that it may write in
   * this phase is there. Calls that come before wait. It ignores a phase that is older than one
   * that it was given.
   *
   * @param phase rises; the router's epoch is in its upper half
   * @param master the site that masters all in this phase; 0 if each masters what is its own
   * @param incarnation of the master; 0 if there is none
   * @param lenders to the master itself: those that lend; calls wait for what they have lent
   * @param onBehalfOf the lost site that is meant, of which the receiver is the failover successor;
   *     0 if it is the receiver
   * @param tables which tables are written where, and read where
   */
  record SetPhase(
      long phase,
      int master,
      int incarnation,
      List<Integer> lenders,
      int onBehalfOf,
      TableRights tables)
      implements RouterToSite {}

  /**
   * What may be done with tables from a phase on. A table that is <em>closed</em> is written only
   * by the site that has what every site masters. Some of those may be read at each site that has
   * not lent what it masters: nobody can write them then.
   *
   * @param closesAll whether every table of users is closed
   * @param closed tables that are closed in any case, by their ids
   * @param readEverywhere those that may be read where they are not mastered; each is closed at
   *     every site that serves
   */
  record TableRights(boolean closesAll, List<Integer> closed, List<Integer> readEverywhere) {
    /** Nobody knows yet which tables are read where. */
    public static final TableRights ALL_CLOSED = new TableRights(true, List.of(), List.of());

    /** Copies the lists. */
    public TableRights {
      closed = List.copyOf(closed);
      readEverywhere = List.copyOf(readEverywhere);
    }
  }

  /**
   * Leaves the cluster: the last record of the site's log hands whatever never moved to the
   * successors. Answered by Released; what it refuses are partitions that it masters since a move.
   *
   * @param successors sites that stay; partitions are spread over them
   * @param onBehalfOf the lost site that leaves, of which the receiver is the failover successor; 0
   *     if it is the receiver itself
   */
  record Leave(long moveId, List<Integer> successors, int onBehalfOf) implements RouterToSite {}

  /**
   * Asks for digests of the site's rows as of the cut with this vector, which was sent right
   * before, so that its versions are still there. Answered by Digest.
   */
  record DigestRequest(long id, VersionVector vector) implements RouterToSite {}

  /** Asks about how much a range holds at the site. Answered by RangeEstimated. */
  record EstimateRange(long id, KeyInterval range) implements RouterToSite {}

  /**
   * Has a site begin no call until a version of the catalog of SQL is in force there, and say when
   * it is. Answered by DefinitionInForce, for the highest version asked for.
   */
  record AwaitDefinition(long version) implements RouterToSite {}

  /**
   * As {@link AwaitDefinition}, for a version of the rights of rows to exist. Answered by
   * ExistenceInForce.
   */
  record AwaitExistence(long version) implements RouterToSite {}

  /** Asks for all that the site knows of the jars in force. Answered by Jars. */
  record JarsRequest() implements RouterToSite {}

  /**
   * Asks for tables and definitions of SQL. Answered by Definitions.
   *
   * @param since the mark of the last Definitions on this connection: what has changed behind it is
   *     wanted; 0 for all
   */
  record DefinitionsRequest(long since) implements RouterToSite {}

  /**
   * Gives up an attempt if it still waits. It then fails as canceled; one that runs or has run is
   * left alone.
   */
  record CancelAttempt(long attemptId) implements RouterToSite {
    @Override
    public boolean isShort() {
      return true;
    }
  }

  /**
   * An attempt of a transaction over several sites is to give back what it has, if it still waits
   * for a row: it and others wait for each other (decision 0078). It is answered with a CONFLICT.
   */
  record GiveWay(long attemptId) implements RouterToSite {
    @Override
    public boolean isShort() {
      return true;
    }
  }

  /**
   * Has the master of a range put a border into it, or take one out, when nobody writes there.
   * Answered by Reshaped.
   */
  record ReshapeRequest(long moveId, Reshape change) implements RouterToSite {}

  /**
   * What is said in an <em>epoch view</em>: a stretch of epochs in which the same sites run calls,
   * and one of them, the epoch coordinator, has what they decide in its log (decision 0050).
   * Numbers of epoch views rise; the router's epoch is in their upper half. A site that is in
   * another epoch view ignores what is said.
   */
  sealed interface InEpochView extends RouterToSite {
    /** The number of the epoch view. */
    long epochView();
  }

  /**
   * Begins an epoch view, and ends the one before with all that was not committed in it. It is said
   * twice. First every member stops to commit anything else, and {@linkplain
   * SiteToRouter.EpochViewBegun answers} with what it has when its log has all of that. Then it is
   * given what all of them have, and answers when it has applied it.
   *
   * @param epochCoordinator the site whose log takes what is decided
   * @param members the sites that run calls, which share the keys among them; the same at all
   * @param epochCoordinatorShare of the keys that the epoch coordinator has, in tenths of what each
   *     other member has (decision 0094); the same at all
   * @param rules by which members decide
   * @param closed tables of users that nobody writes in the epoch view, by their ids, so that each
   *     member reads its own copy of them (decision 0090); at most {@link #MOST_CLOSED}; the same
   *     at all
   * @param second whether {@code floor} is known
   * @param floor all that was committed before, by any member
   */
  record BeginEpochView(
      long epochView,
      int epochCoordinator,
      List<Integer> members,
      int epochCoordinatorShare,
      EpochViewRules rules,
      List<Integer> closed,
      boolean second,
      VersionVector floor)
      implements InEpochView {
    /** Most tables that are closed in an epoch view. */
    public static final int MOST_CLOSED = 64;

    /** Copies the lists. */
    public BeginEpochView {
      members = List.copyOf(members);
      closed = List.copyOf(closed);
    }
  }

  /**
   * By what rules transactions are decided in an epoch view.
   *
   * @param apart what keeps them apart
   * @param snapshots whether what is read need only be from one snapshot (decision 0068); else
   *     transactions are serializable
   */
  record EpochViewRules(Apart apart, boolean snapshots) {
    /**
     * So much further than a transaction needs it, what it has read is promised to hold: it can
     * then commit a little later than it seemed at first, and the next one need not ask.
     */
    public static final int LEASE = 16;

    /** Serializable, in the order of decisions. */
    public static final EpochViewRules PHYSICAL = new EpochViewRules(Apart.PHYSICAL_TIME, false);

    /** What keeps transactions of an epoch view apart. */
    public enum Apart {
      /** Locks and versions, in the order in which they are decided (PT-OCC). */
      PHYSICAL_TIME,
      /** Logical times at which what they have read holds (LT-OCC, decision 0067). */
      LOGICAL_TIME,
      /** Reservations, batch by batch (Aria over sites, decision 0074). */
      BATCHES,
      /** The same, and those that lost may run behind their batch under ordered locks. */
      BATCHES_WITH_FALLBACK,
      /** Locks in the order of the attempts (Calvin over sites, decision 0086). */
      ORDERED_LOCKS(true),
      /** Locks for which no call waits: one that is refused one begins anew (decision 0091). */
      NO_WAIT_LOCKS(true);

      private final boolean locksFirst;

      Apart() {
        this(false);
      }

      Apart(boolean locksFirst) {
        this.locksFirst = locksFirst;
      }

      /**
       * Whether transactions lock what they are going to meet, at all its primaries, and then run.
       */
      public boolean locksFirst() {
        return locksFirst;
      }
    }

    /** Whether they commit in logical time. */
    public boolean logicalTime() {
      return apart == Apart.LOGICAL_TIME;
    }

    /** Whether they run in batches. */
    public boolean inBatches() {
      return apart == Apart.BATCHES || mayFallBack();
    }

    /** Whether those of a batch that lost may run behind it under ordered locks. */
    public boolean mayFallBack() {
      return apart == Apart.BATCHES_WITH_FALLBACK;
    }

    /** Whether they lock what they are going to meet, at all its primaries, and then run. */
    public boolean locksFirst() {
      return apart.locksFirst();
    }
  }

  /** Ends an epoch view: what was not committed in it is forgotten. */
  record CloseEpochView(long epochView) implements InEpochView {}

  /**
   * Runs a call on all that is decided in the epoch view, and keeps aside what it writes. Answered
   * by {@link SiteToRouter.RanInEpochView}, by {@link SiteToRouter.RunExclusively}, or as the call
   * is.
   */
  record RunInEpochView(long epochView, Execute call) implements InEpochView {
    @Override
    public boolean isShort() {
      return true;
    }
  }

  /**
   * Has a member lock what a transaction writes of its keys, and validate what it has read of them.
   * Answered by {@link SiteToRouter.Validated}.
   *
   * @param transaction the attempt that has run
   * @param touched all that it has read and writes; rows that it found in ranges are among those
   *     that it has read
   * @param versions of the keys that it has read, in their order; 0 where there was no row
   * @param until in logical time, when what was read should still hold; a second message of one
   *     transaction asks for a later time, and locks nothing more. Else 0
   */
  record Validate(long epochView, long transaction, KeySet touched, List<Long> versions, long until)
      implements InEpochView {
    @Override
    public boolean isShort() {
      return true;
    }
  }

  /**
   * A transaction was decided: its rows are there for others from now on, and what was locked for
   * it is free.
   *
   * @param transaction the attempt, if something was locked for it; else 0
   * @param tid its transaction id, which is the version of its rows
   * @param order its place among all that was decided in the epoch view
   */
  record Install(long epochView, long transaction, long tid, long order, List<RowImage> rows)
      implements InEpochView {
    @Override
    public boolean isShort() {
      return true;
    }
  }

  /**
   * Ends an epoch in logical time. It is said twice. First every member {@linkplain
   * SiteToRouter.Fenced answers}; what it decides from then on, it decides at later times. Then it
   * is notified that it has been sent all that was decided up to there, by anybody.
   *
   * @param time the end
   * @param complete whether all up to there was sent
   */
  record Fence(long epochView, long time, boolean complete) implements InEpochView {
    @Override
    public boolean isShort() {
      return true;
    }
  }

  /** Nothing comes of a transaction: what was locked for it is free. */
  record AbortInEpoch(long epochView, long transaction) implements InEpochView {
    @Override
    public boolean isShort() {
      return true;
    }
  }

  /**
   * Reserves at a member what a transaction of the batch that runs has met of its keys. Not
   * answered.
   *
   * @param transaction the attempt that has run
   * @param touched all that it has read and writes, wherever
   */
  record Reserve(long epochView, long transaction, KeySet touched) implements InEpochView {
    @Override
    public boolean isShort() {
      return true;
    }
  }

  /**
   * The first barrier of a batch: all its transactions have run, and each member that is asked has
   * been sent all reservations of its keys. Answered by {@link SiteToRouter.BatchChecked}.
   *
   * @param batch its number in the epoch view
   * @param transactions those of the batch, in their order; nobody else's reservations count
   */
  record CheckBatch(long epochView, long batch, List<Long> transactions) implements InEpochView {
    /** Copies the list. */
    public CheckBatch {
      transactions = List.copyOf(transactions);
    }

    @Override
    public boolean isShort() {
      return true;
    }
  }

  /**
   * The second barrier of a batch, or a part of it: these were decided, in this order, and the next
   * batch reads what they have written.
   */
  record InstallBatch(long epochView, List<Decided> decided) implements InEpochView {
    @Override
    public boolean isShort() {
      return true;
    }
  }

  /**
   * Has a member ask for locks on what a call is going to meet of its keys, behind all that came
   * before: every member gets its calls in the order of their attempts. When it has them, it says
   * {@link SiteToRouter.Locked}, unless the call runs there. They are free with {@link Install} or
   * {@link AbortInEpoch}, or when the call is decided there.
   *
   * <p>In an epoch view of {@link EpochViewRules.Apart#NO_WAIT_LOCKS} it has them at once; or it
   * keeps none, and says {@link SiteToRouter.Validated} with {@code valid} false. The member at
   * which the call runs sends that back.
   *
   * @param transaction the attempt
   * @param executor the member at which it runs, which gets {@link RunInEpochView} behind this
   * @param alone whether nobody else is asked for locks
   * @param footprint all that it is going to read and write, wherever
   * @param writtenRanges ranges in which it writes rows that it finds when it runs
   */
  record LockInOrder(
      long epochView,
      long transaction,
      int executor,
      boolean alone,
      KeySet footprint,
      List<KeySet.KeyRange> writtenRanges)
      implements InEpochView {
    /** Copies the list. */
    public LockInOrder {
      writtenRanges = List.copyOf(writtenRanges);
    }

    @Override
    public boolean isShort() {
      return true;
    }
  }

  /**
   * All other members have locked what a call is going to meet of theirs; it may run when this one
   * has, too. All that was decided of those before it was sent before this.
   */
  record AllLocked(long epochView, long transaction) implements InEpochView {
    @Override
    public boolean isShort() {
      return true;
    }
  }

  /** A transaction of a batch that was decided; all as {@link Install} has it. */
  record Decided(long tid, long order, List<RowImage> rows) {}

  /**
   * Has the epoch coordinator put into its log what was decided, in this order. Answered by {@link
   * SiteToRouter.EpochCommitted} when the log has it.
   *
   * @param seen what the sessions of these calls had seen
   */
  record CommitEpoch(long epochView, long epoch, VersionVector seen, List<EpochViewCommit> commits)
      implements InEpochView {}

  /**
   * An epoch is in the epoch coordinator's log. A member that has applied {@code vector} need not
   * keep what was decided up to {@code order}, and of what it decided itself the first {@code own}
   * transactions. In logical time {@code order} is the transaction id up to which the log has all.
   */
  record EpochOver(long epochView, long order, long own, VersionVector vector)
      implements InEpochView {}

  /** A row as a transaction leaves it; without an image it is deleted. */
  record RowImage(RowKey key, byte[] image) {}

  /**
   * A transaction that was decided.
   *
   * @param catalog the version of the catalog of SQL by which it has run
   * @param existence that of the rights of rows to exist
   * @param value its result
   */
  record EpochViewCommit(
      long session,
      long sequence,
      long catalog,
      long existence,
      byte[] value,
      List<RowImage> rows) {}
}
