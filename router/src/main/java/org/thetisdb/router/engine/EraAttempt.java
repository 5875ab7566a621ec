package org.thetisdb.router.engine;

import java.util.BitSet;
import java.util.List;
import org.thetisdb.core.wire.SiteToRouter.RanInEra;

/** One attempt of a call to run in an era of epochs. Owned by the engine's thread. */
final class EraAttempt {
  final PendingCall call;

  /** The attempt's number, which names it to all sites. */
  final long transaction;

  /** Where it runs. */
  final SiteLink site;

  /** What it did there; null before. */
  RanInEra ran;

  /** Members that have not said yet whether it is valid. */
  private final BitSet awaited = new BitSet();

  /** Members at which something may be locked for it. */
  private final BitSet locked = new BitSet();

  private long clock;
  private boolean invalid;

  EraAttempt(PendingCall call, SiteLink site) {
    this.call = call;
    this.transaction = call.attemptId;
    this.site = site;
  }

  /** It has run, and its participants are asked. */
  void onRan(RanInEra what, List<Integer> participants) {
    ran = what;
    clock = what.clock();
    locked.set(site.site());
    participants.forEach(awaited::set);
  }

  /**
   * A participant has answered.
   *
   * @return whether all have, now
   */
  boolean onValidated(int participant, boolean valid, long itsClock) {
    if (!awaited.get(participant)) {
      return false;
    }
    awaited.clear(participant);
    clock = Math.max(clock, itsClock);
    invalid |= !valid;
    if (valid) {
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
}
