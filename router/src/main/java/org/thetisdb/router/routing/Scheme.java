package org.thetisdb.router.routing;

import java.util.List;
import java.util.Optional;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.placement.ReplicaSets;
import org.thetisdb.core.placement.Reshape;
import org.thetisdb.router.routing.cost.CostSummary;

/**
 * The router's part of a scheme (DESIGN: schemes): where a call goes, what moves and why.
 * Everything else, which is locks on partitions, releases, sending and answering, is shared by all
 * schemes.
 *
 * <p>Called on one thread; answers depend on nothing but what was handed in, the placement, and a
 * seeded source of randomness.
 */
public interface Scheme {
  /** What most schemes have learned. */
  byte[] NOTHING_LEARNED = {};

  /** No partition. */
  long[] NO_PARTITIONS = {};

  /**
   * Takes note of an update for later decisions; once for each call, however often it is routed.
   *
   * @param session the client's session, of which one update may foretell the next
   */
  void observe(Footprint footprint, long session, long nowUs);

  /**
   * The same for an update of which more is known.
   *
   * @param kind stands for its text or procedure; 0 if that is not known
   */
  default void observe(Footprint footprint, long kind, long session, long nowUs) {
    observe(footprint, session, nowUs);
  }

  /** Takes note of a call by itself that writes nothing; once for each. */
  default void observeRead(Footprint footprint, long nowUs) {}

  /**
   * Where an update goes, and which partitions have to be moved there first.
   *
   * @param session what the session has seen
   */
  Route routeUpdate(Footprint footprint, VersionVector session, long nowUs);

  /**
   * Where an update goes that comes from a session, see {@link #routeUpdate}.
   *
   * @param client the number of the session
   */
  default Route routeFrom(long client, Footprint footprint, VersionVector session, long nowUs) {
    return routeUpdate(footprint, session, nowUs);
  }

  /**
   * Where an update goes for which masters keep what it reads, too, as its scheme {@linkplain
   * org.thetisdb.core.scheme.SchemeSpec#preparesReads says} (decision 0083).
   */
  default Route routeKeepingReads(Footprint footprint) {
    throw new UnsupportedOperationException("masters keep no reads under this scheme");
  }

  /**
   * What has to be mastered where a call runs, as its written partitions, if that is more than what
   * it writes.
   *
   * @param client the number of the session
   */
  default Footprint localized(long client, Footprint footprint, long nowUs) {
    return footprint;
  }

  /**
   * What a call touches, with what it only reads among what is written if that has to be mastered
   * where it runs, since no site holds every row; the same in other clusters. Asked each time that
   * a call is routed.
   */
  default Footprint gathered(Footprint footprint, long nowUs) {
    return footprint;
  }

  /**
   * What a call reads and a site lacks where it runs already, and which has to be mastered there
   * before; nothing where a site holds every row.
   */
  default long[] lackedAt(int site, Footprint footprint) {
    return NO_PARTITIONS;
  }

  /**
   * A call reads more than is listed, where no site holds every row: the site at which copies of
   * that are, or will be soon; 0 if no site can have them.
   */
  default int copiesFor(Footprint footprint, long nowUs) {
    return 0;
  }

  /**
   * No site can have a call, since something has too many rows to go with its mastership: copies of
   * that are to come where the call had best run.
   */
  default void copyFor(Footprint footprint, long nowUs) {}

  /** Whether these copies are at a site by now. */
  default boolean hasCopiesFor(int site, Footprint footprint) {
    return true;
  }

  /** A lost site that alone has something of what a call needs; 0 if there is none. */
  default int lostMasterOf(Footprint footprint) {
    return 0;
  }

  /**
   * A site has said that a partition has too many rows to go to one that does not hold them
   * (decision 0082).
   */
  default void onTooLarge(long partition, long nowUs) {}

  /**
   * What an interactive transaction will most likely write, judged by its first statement: at least
   * what that writes.
   */
  default long[] predictWrites(Beginning beginning) {
    return beginning.first().written();
  }

  /**
   * Moves to a site what an interactive transaction writes that runs there already.
   *
   * @param partitions what it writes; some may be there
   */
  default Route routeTo(int site, long[] partitions, VersionVector session, long nowUs) {
    MoveList moves = new MoveList(site);
    for (long partition : partitions) {
      moves.add(partition, placement().master(partition));
    }
    return new Route(site, moves.moves(), "an interactive transaction writes it");
  }

  /** The placement that it decides over. */
  Placement placement();

  /**
   * The site at which all work is, or is being, gathered; 0 if there is none. An interactive
   * transaction had better begin there, even with a query: whatever it writes would be moved away
   * from there.
   */
  default int gathersAt() {
    return 0;
  }

  /** Why all work is gathered at {@link #gathersAt}, as a sentence for people; else empty. */
  default String gatheringReason() {
    return "";
  }

  /** Takes note of an interactive transaction that commits, with all that its statements wrote. */
  default void observeTransaction(
      Footprint written, Beginning beginning, long session, long nowUs) {
    observe(written, beginning.template(), session, nowUs);
  }

  /**
   * A transaction that wrote has committed; once for each.
   *
   * @param moved whether something that it wrote was moved for it
   */
  default void onCommitted(boolean moved, long nowUs) {}

  /** What was decided last, and why. */
  default DecisionLog decisions() {
    return DecisionLog.NONE;
  }

  /** Where a call that writes nothing goes; 0 if no site is usable. Never moves anything. */
  int routeRead(Footprint footprint, VersionVector session);

  /**
   * Sites that take part in a call which writes nothing and goes to {@code site}: it is to see all
   * that they have committed by then, and waits for their answers and for a cut that covers them.
   *
   * @return in the order of their numbers, without {@code site}; mostly none. Must not be changed
   */
  default int[] alsoRead(Footprint footprint, int site) {
    return Route.NOBODY;
  }

  /**
   * Which sites are to validate what an update has read that ran at a site, and to prepare what it
   * writes.
   *
   * @return in the order of their numbers, without {@code site}; null if partitions have to be
   *     moved first, or if it is to be routed anew for another reason
   */
  default int[] participants(Footprint footprint, int site) {
    return null;
  }

  /**
   * Whether masters stay where they are. What an interactive transaction writes at several of them
   * is then prepared at its COMMIT, and not moved to it (decision 0037).
   */
  default boolean mastersAreFixed() {
    return false;
  }

  /** Moves that go with those of the last routes, and that no call waits for; each once. */
  default List<Rebalance> takeAside() {
    return List.of();
  }

  /** Whether the times of a call are wanted that is sent now; asked for some of them. */
  default boolean wantsTimes(long nowUs) {
    return false;
  }

  /** A call is answered whose times were {@linkplain #wantsTimes wanted}. */
  default void onTimed(TimedCall call) {}

  /**
   * A site has given up what was to move, all of it.
   *
   * @param times what it took
   */
  default void onReleased(List<Move> moves, ChangeTimes times) {}

  /** Whether a border is to come or go that the load suggests; it does so at once. */
  default boolean wants(Reshape change, long nowUs) {
    return true;
  }

  /**
   * A border has come, or gone.
   *
   * @param times what it took
   */
  default void onReshaped(Reshape change, ChangeTimes times) {}

  /** What was learned of costs; nothing under most schemes. */
  default List<CostSummary> costs() {
    return List.of();
  }

  /**
   * The next copy that is to come or to go, where some sites hold only a part of the rows; asked
   * for many times in a second, while no other change of copies is under way.
   *
   * @param there all copies that there are, or that come
   * @return null if there is none, as under most schemes
   */
  default CopyChange nextCopy(ReplicaSets there, long nowUs) {
    return null;
  }

  /**
   * A copy comes, or goes, as {@link #nextCopy} wanted it.
   *
   * @param id of the copy
   */
  default void onCopyRecorded(CopyChange change, long id, long nowUs) {}

  /** Whether a copy is to stay behind a restart of its site soon, so that it can be promoted. */
  default boolean wantsKept(long id) {
    return false;
  }

  /**
   * What was learned since the last time, for a router that leads later; asked for now and then.
   *
   * @return at most {@link org.thetisdb.core.scheme.LearnedRecord#MOST_BYTES}; none if there is
   *     nothing new, as under most schemes. Must not be changed
   */
  default byte[] learned() {
    return NOTHING_LEARNED;
  }

  /**
   * Goes on with what it has {@linkplain #learned learned} under another router.
   *
   * @throws org.thetisdb.core.bytes.CodecException if that is damaged; then nothing is changed
   */
  default void goOnWith(byte[] learned, long nowUs) {}

  /** Moves that no call asked for; called now and then, when the last ones are done. */
  Optional<Rebalance> rebalance(long nowUs);

  /**
   * Whether a site has more to do than it can, for some time now, and nothing that has borders may
   * leave it. Then any border may show what can.
   */
  default boolean needsBorders() {
    return false;
  }

  /**
   * Share of the sampled writes whose partitions {@code site} masters, 0 to 1; 0 without a sample.
   */
  default double writeShare(int site) {
    return 0;
  }
}
