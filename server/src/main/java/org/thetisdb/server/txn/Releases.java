package org.thetisdb.server.txn;

import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.LongHashSet;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.wire.RouterToSite.Mastership;
import org.thetisdb.core.wire.RouterToSite.Release;
import org.thetisdb.core.wire.SiteToRouter.Owner;
import org.thetisdb.core.wire.SiteToRouter.Released;

/**
 * Gives up mastership (DynaMast, Algorithm 1): waits until no transaction here writes the
 * partitions any more, puts the release in the log, and answers when the log has it.
 */
final class Releases {
  private static final long NONE = 0;

  private final SiteState state;
  private final Long2LongHashMap writers = new Long2LongHashMap(NONE);
  private final LongHashSet releasing = new LongHashSet();
  private final List<Pending> pending = new ArrayList<>();
  private OpenTransactions open;

  Releases(SiteState state) {
    this.state = state;
  }

  /** Completes the pair. */
  void setOpen(OpenTransactions transactions) {
    open = transactions;
  }

  /** Whether new writes on a partition are held off since it is about to be released. */
  boolean isReleasing(long partition) {
    return !releasing.isEmpty() && releasing.contains(partition);
  }

  /** A transaction is going to write these partitions. */
  void pin(List<Mastership> partitions) {
    for (int i = 0; i < partitions.size(); i++) {
      long partition = partitions.get(i).partition();
      writers.put(partition, writers.get(partition) + 1);
    }
  }

  /** It is done with them. */
  void unpin(List<Mastership> partitions) {
    for (int i = 0; i < partitions.size(); i++) {
      long partition = partitions.get(i).partition();
      long left = writers.get(partition) - 1;
      if (left == NONE) {
        writers.remove(partition);
      } else {
        writers.put(partition, left);
      }
    }
    if (!pending.isEmpty()) {
      state.scheduler.execute(this::releaseWhatIsFree);
    }
  }

  /** Handles a router's wish. */
  void request(Connection router, Release wish) {
    List<Owner> refused = new ArrayList<>();
    List<Mastership> accepted = new ArrayList<>();
    for (Mastership partition : wish.released()) {
      if (mayRelease(partition)) {
        accepted.add(partition);
        releasing.add(partition.partition());
      } else {
        refused.add(state.mastership.describe(partition.partition()));
      }
    }
    pending.add(new Pending(router, wish, accepted, refused));
    if (wish.order() > 0) {
      open.woundKeepers(accepted, wish.order());
    }
    releaseWhatIsFree();
  }

  private boolean mayRelease(Mastership wished) {
    long partition = wished.partition();
    return state.mastership.isMasteredHere(partition)
        && state.mastership.term(partition) + 1 == wished.term()
        && !releasing.contains(partition);
  }

  private void releaseWhatIsFree() {
    for (int i = 0; i < pending.size(); ) {
      if (isFree(pending.get(i))) {
        release(pending.remove(i));
      } else {
        i++;
      }
    }
    state.log.flush();
  }

  private boolean isFree(Pending wish) {
    for (Mastership partition : wish.accepted) {
      if (writers.get(partition.partition()) != NONE) {
        return false;
      }
    }
    return true;
  }

  private void release(Pending done) {
    Release wish = done.wish;
    for (Mastership partition : done.accepted) {
      releasing.remove(partition.partition());
      state.log.release(
          partition.partition(), partition.term(), wish.grantee(), wish.granteeIncarnation());
      state.mastership.move(partition.partition(), partition.term(), wish.grantee());
    }
    state.log.whenDurable(
        state.log.position(),
        () -> done.router.send(new Released(wish.moveId(), state.report(), done.refused)));
  }

  private record Pending(
      Connection router, Release wish, List<Mastership> accepted, List<Owner> refused) {}
}
