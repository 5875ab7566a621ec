package org.thetisdb.router.scheme.epoch;

import java.util.BitSet;
import org.thetisdb.core.wire.SiteToRouter.RanInEpochView;
import org.thetisdb.core.wire.SiteToRouter.Validated;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.site.SiteLink;

/** One attempt of a call to run in an epoch view. Owned by the engine's thread. */
final class EpochAttempt {
  final PendingCall call;

  /** What is kept of the call. */
  final EpochCall state;

  /** The attempt's number, which names it to all sites. */
  final long transaction;

  /** Where it runs. */
  final SiteLink site;

  /** What it did there; null before. */
  RanInEpochView ran;

  /** Members that have not said yet whether it is valid. */
  private final BitSet awaited = new BitSet();

  /** Members at which something may be locked for it. */
  private final BitSet locked = new BitSet();

  private long clock;

  /** When all that it has read is there, and until when that holds; in logical time. */
  private long from;

  private long until;

  /** Until when members are asked for. */
  private long asked;

  /** Its transaction id as it asks for more time; 0 before. */
  private long tid;

  private boolean invalid;
  private boolean inOrder;

  EpochAttempt(PendingCall call, SiteLink site) {
    this.call = call;
    this.state = EpochCall.of(call);
    this.transaction = call.attemptId();
    this.site = site;
  }

  /** It has run, and its participants are asked until when what it has read holds. */
  void onRan(RanInEpochView what, long wanted) {
    ran = what;
    clock = what.clock();
    from = what.from();
    until = what.until();
    asked = wanted;
    locked.set(site.site());
    what.participants().forEach(awaited::set);
  }

  /** Whether it locks what it is going to meet before it runs. */
  boolean isInOrder() {
    return inOrder;
  }

  /** Members are asked to lock what it is going to meet, before it runs. */
  void lockAt(BitSet sites) {
    inOrder = true;
    locked.or(sites);
    awaited.or(sites);
    awaited.clear(site.site());
  }

  /**
   * Another member has locked what it is going to meet there.
   *
   * @return whether all have, now
   */
  boolean onLocked(int member) {
    boolean isNews = awaited.get(member);
    awaited.clear(member);
    return isNews && awaited.isEmpty();
  }

  /**
   * Another member has refused it a lock, and keeps nothing of it: whatever the others say does not
   * matter any more.
   *
   * @return whether it is the first one
   */
  boolean onRefused(int member) {
    boolean isNews = awaited.get(member);
    if (isNews) {
      awaited.clear();
      locked.clear(member);
    }
    return isNews;
  }

  /** Whether others have not reported their locks. */
  boolean waitsForLocks() {
    return !awaited.isEmpty();
  }

  /** Members that have not reported their locks; if all have, the one at which it is to run. */
  BitSet silent() {
    BitSet silent = (BitSet) awaited.clone();
    if (silent.isEmpty()) {
      silent.set(site.site());
    }
    return silent;
  }

  /**
   * It would commit later than what it has read is known to hold; all that can extend that are
   * asked.
   */
  void askFor(long id, long wanted) {
    tid = id;
    asked = wanted;
    until = Long.MAX_VALUE;
    ran.readers().forEach(awaited::set);
  }

  /**
   * A participant has answered.
   *
   * @return whether all have, now
   */
  boolean onValidated(int participant, Validated said) {
    if (said.asked() != asked || !awaited.get(participant)) {
      return false;
    }
    awaited.clear(participant);
    clock = Math.max(clock, said.clock());
    from = Math.max(from, said.from());
    until = Math.min(until, said.until());
    invalid |= !said.valid();
    if (said.valid()) {
      locked.set(participant);
    }
    return awaited.isEmpty();
  }

  /** Whether all have locked and validated what is theirs. */
  boolean isValid() {
    return !invalid && awaited.isEmpty();
  }

  /** Members at which something may be locked for it. */
  BitSet locked() {
    return locked;
  }

  /** Above every transaction id that its participants have given or seen. */
  long clock() {
    return clock;
  }

  /** When all that it has read is there. */
  long from() {
    return from;
  }

  /** Until when all that it has read holds. */
  long until() {
    return until;
  }

  /** Its transaction id, if it has asked for more time; else 0. */
  long tid() {
    return tid;
  }
}
