package org.thetisdb.router.scheme.epoch;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.function.BiConsumer;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.KeySet.KeyRange;
import org.thetisdb.core.wire.RouterToSite;
import org.thetisdb.core.wire.RouterToSite.AbortInEpoch;
import org.thetisdb.core.wire.RouterToSite.AllLocked;
import org.thetisdb.core.wire.RouterToSite.LockInOrder;
import org.thetisdb.router.routing.Footprint;

/**
 * The order in which calls of an epoch view lock what they are going to meet, at all its primaries
 * (Calvin over sites, decision 0086): that of their attempts. Each member is asked in that order,
 * since all of it is said by one thread, and connections keep their order. So one waits for earlier
 * ones alone, wherever, and the oldest one for nobody. Where nobody waits for a lock at all
 * (decision 0091) the order means nothing, and a member refuses what it cannot lock.
 *
 * <p>Owned by the engine's thread.
 */
final class EpochOrder {
  private static final KeySet NOTHING = new KeySet(List.of(), List.of(), List.of());

  private final long epochView;
  private final Primaries primaries;
  private final NavigableMap<Long, EpochAttempt> attempts;
  private final BiConsumer<Integer, RouterToSite> sender;

  /** Whether calls have run before, so that what they met is all that is locked. */
  private final boolean onlyMet;

  /** Which primary each key has. */
  interface Primaries {
    /** What others may write of that which a call is going to meet: the rest needs no locks. */
    KeySet openPart(KeySet footprint);

    /** The primaries of all that a call is going to meet. */
    BitSet primariesOf(KeySet footprint, List<KeyRange> alsoRanges);
  }

  /**
   * The order of a new epoch view.
   *
   * @param attempts those of the epoch view, by their numbers
   * @param onlyMet whether calls have run before, so that what they met is all that is locked
   */
  EpochOrder(
      long epochView,
      Primaries primaries,
      NavigableMap<Long, EpochAttempt> attempts,
      BiConsumer<Integer, RouterToSite> sender,
      boolean onlyMet) {
    this.epochView = epochView;
    this.primaries = primaries;
    this.attempts = attempts;
    this.sender = sender;
    this.onlyMet = onlyMet;
  }

  /** Asks for all locks of a call that is about to be sent. */
  void ask(EpochAttempt attempt) {
    KeySet footprint = primaries.openPart(footprintOf(attempt));
    List<KeyRange> grown = grownOf(attempt);
    int executor = attempt.site.site();
    BitSet sites = primaries.primariesOf(footprint, grown);
    sites.set(executor);
    attempt.lockAt(sites);
    boolean alone = sites.cardinality() == 1;
    LockInOrder wanted =
        new LockInOrder(epochView, attempt.transaction, executor, alone, footprint, grown);
    sites.stream().forEach(site -> sender.accept(site, wanted));
  }

  /** What it is planned to meet, and what runs of it have met that had locked too little. */
  private KeySet footprintOf(EpochAttempt attempt) {
    if (hasAllMet(attempt)) {
      return attempt.state.met();
    }
    Footprint planned = attempt.call.planned();
    KeySet keys =
        planned == null
            ? NOTHING
            : new KeySet(planned.writtenKeys(), planned.readKeys(), planned.readRanges());
    return attempt.state.met() == null ? keys : join(keys, attempt.state.met());
  }

  private List<KeyRange> grownOf(EpochAttempt attempt) {
    boolean isNone = attempt.call.planned() == null || hasAllMet(attempt);
    return isNone ? List.of() : attempt.call.planned().writtenRanges();
  }

  /**
   * Whether what a run has met is all that its next one meets. Keys that follow from what is read,
   * such as numbers of orders, are others behind those that ran before it; the plan names the
   * ranges in which they are.
   */
  private boolean hasAllMet(EpochAttempt attempt) {
    boolean growsAnywhere =
        attempt.call.planned() != null && !attempt.call.planned().writtenRanges().isEmpty();
    return onlyMet && attempt.state.met() != null && !growsAnywhere;
  }

  /** All of both; some may be there twice. */
  static KeySet join(KeySet one, KeySet other) {
    return new KeySet(
        join(one.written(), other.written()),
        join(one.read(), other.read()),
        join(one.ranges(), other.ranges()));
  }

  private static <T> List<T> join(List<T> some, List<T> others) {
    List<T> all = new ArrayList<>(some.size() + others.size());
    all.addAll(some);
    all.addAll(others);
    return all;
  }

  /** A member has all locks of a call; when all others have, it may run. */
  void onLocked(int site, long transaction) {
    EpochAttempt attempt = attempts.get(transaction);
    if (attempt != null && attempt.onLocked(site)) {
      sender.accept(attempt.site.site(), new AllLocked(epochView, transaction));
    }
  }

  /**
   * A member has no lock for a call, where nobody waits for one: all others forget it, and the one
   * at which it runs sends it back. It cannot have run, since that takes the word of all of them.
   */
  void onRefused(int site, long transaction) {
    EpochAttempt attempt = attempts.get(transaction);
    if (attempt != null && attempt.onRefused(site)) {
      AbortInEpoch forget = new AbortInEpoch(epochView, transaction);
      attempt.locked().stream().forEach(member -> sender.accept(member, forget));
      attempt.locked().clear();
    }
  }

  /** The oldest one that is under way; null if there is none. It waits for no other. */
  EpochAttempt oldest() {
    Map.Entry<Long, EpochAttempt> first = attempts.firstEntry();
    return first == null ? null : first.getValue();
  }

  /** Members for which the oldest one waits. */
  BitSet awaited() {
    EpochAttempt oldest = oldest();
    return oldest == null ? new BitSet() : oldest.silent();
  }

  /** Has a call sent back by its site, unless it has run by then. */
  void callBack(EpochAttempt attempt) {
    sender.accept(attempt.site.site(), new AbortInEpoch(epochView, attempt.transaction));
  }
}
