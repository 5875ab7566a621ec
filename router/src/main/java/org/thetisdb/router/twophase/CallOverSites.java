package org.thetisdb.router.twophase;

import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.call.SchemeState;

/**
 * What is kept of a call for which several masters prepare something. Owned by the engine's thread.
 */
final class CallOverSites implements SchemeState {
  private DistributedAttempt attempt;
  private long age;
  private boolean endsInCycle;

  private boolean hasLeftFragments;

  /** What is kept of a call; it begins with its first attempt over several sites. */
  static CallOverSites of(PendingCall call) {
    if (call.schemeState() instanceof CallOverSites known) {
      return known;
    }
    CallOverSites first = new CallOverSites();
    call.keep(first);
    return first;
  }

  /** The present attempt of a call to run over several sites; null if it runs at one. */
  static DistributedAttempt attemptOf(PendingCall call) {
    return call.schemeState() instanceof CallOverSites known ? known.attempt : null;
  }

  @Override
  public boolean hearsToTheEnd() {
    return attempt != null;
  }

  /** An attempt begins. */
  void begin(DistributedAttempt next) {
    attempt = next;
    if (age == 0) {
      age = next.id;
    }
  }

  /** No attempt is under way any more. */
  void end() {
    attempt = null;
  }

  /**
   * Its age among transactions over several sites, lower if older: the number of its first attempt,
   * whatever becomes of that.
   */
  long age() {
    return age;
  }

  /**
   * Whether a call may run in fragments: none of its runs has met more than was planned, and its
   * parts have not been left out or run twice.
   */
  static boolean mayRunInFragments(PendingCall call) {
    return !(call.schemeState() instanceof CallOverSites known) || !known.hasLeftFragments;
  }

  /** It does not run in fragments any more. */
  void leaveFragments() {
    hasLeftFragments = true;
  }

  /** It ends if it gives way: others wait for what it would keep. */
  void endInCycle() {
    endsInCycle = true;
  }

  /** Whether it ends if it gives way. */
  boolean endsInCycle() {
    return endsInCycle;
  }
}
