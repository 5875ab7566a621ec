package org.thetisdb.server.scheme.epoch;

import java.util.List;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.RouterToSite.Fence;
import org.thetisdb.core.wire.RouterToSite.InEpochView;
import org.thetisdb.core.wire.RouterToSite.Install;
import org.thetisdb.core.wire.RouterToSite.RowImage;
import org.thetisdb.core.wire.RouterToSite.Validate;
import org.thetisdb.core.wire.SiteToRouter.Validated;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.store.Snapshot;

/**
 * How a member of an epoch view keeps transactions apart (figure 4-4). Owned by the site's engine.
 */
interface EpochValidation {
  /** Takes what only some rules have; false if it is something else. */
  default boolean takes(InEpochView message) {
    return false;
  }

  /** Whether a call is known here; one that is not was called off. */
  default boolean knows(Transaction call) {
    return true;
  }

  /** Whether a call that is known may run now; if not, it waits here, and is woken when it may. */
  default boolean mayRun(Transaction call) {
    return true;
  }

  /** The epoch view is over. */
  default void end() {
    // What it knows is forgotten with it.
  }

  /**
   * What was found of a run that has ended.
   *
   * @param decided whether nobody else has to say anything
   * @param clock as {@link org.thetisdb.core.wire.SiteToRouter.RanInEpochView} has it, and all else
   *     too
   */
  record Settled(
      boolean decided,
      long clock,
      long from,
      long until,
      List<Integer> participants,
      List<Integer> readers,
      KeySet touched,
      List<Long> versions) {}

  /**
   * Locks and validates what is this site's of a run that has ended here.
   *
   * @return null if something stands against it; then nothing is locked
   */
  Settled settle(long transaction, KeySet touched, Snapshot seen);

  /** A run was decided here by itself. */
  void decide(long transaction, Settled run, List<RowImage> written);

  /** Locks and validates what is this site's of what has run elsewhere. */
  Validated validate(Validate wanted);

  /** A transaction was decided by the router. */
  void install(Install decided);

  /** Nothing comes of a transaction. */
  void free(long transaction);

  /** An epoch ends, in logical time. */
  void fence(Fence fence);
}
