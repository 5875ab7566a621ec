package org.thetisdb.router.scheme.epoch;

import org.thetisdb.core.wire.KeySet;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.call.SchemeState;

/** What is kept of a call under a scheme that has epochs. Owned by the engine's thread. */
final class EpochCall implements SchemeState {
  private boolean inEpochView;
  private boolean runsAlone;
  private boolean countsAlone;
  private KeySet met;
  private int metMore;

  /** What is kept of a call; it begins with its first look. */
  static EpochCall of(PendingCall call) {
    if (call.schemeState() instanceof EpochCall known) {
      return known;
    }
    EpochCall first = new EpochCall();
    call.keep(first);
    return first;
  }

  /** What is kept of a call that may be one of another scheme; null if it is. */
  static EpochCall ofAny(PendingCall call) {
    return call.schemeState() instanceof EpochCall known ? known : null;
  }

  @Override
  public boolean hearsToTheEnd() {
    return inEpochView;
  }

  /** Whether its present attempt runs in an epoch view, and was not answered. */
  boolean isInEpochView() {
    return inEpochView;
  }

  /** Its present attempt goes to a member of an epoch view. */
  void enterEpochView() {
    inEpochView = true;
  }

  /** Its present attempt is over for the epoch view in which it ran. */
  void leaveEpochView() {
    inEpochView = false;
  }

  /** It runs when no epoch view is open, from now on. */
  void runAlone() {
    runsAlone = true;
  }

  /** Whether it is to run when no epoch view is open. */
  boolean runsAlone() {
    return runsAlone;
  }

  /**
   * Whether it counts as under way while no epoch view is open.
   *
   * @return whether that is news
   */
  boolean countAlone(boolean isAlone) {
    boolean isNews = countsAlone != isAlone;
    countsAlone = isAlone;
    return isNews;
  }

  /** Whether it counts as under way while no epoch view is open. */
  boolean countsAlone() {
    return countsAlone;
  }

  /** What runs of it have met that had locked too little; null if none had. */
  KeySet met() {
    return met;
  }

  /** A run has met this, and it is all that the next one is to lock. */
  void meet(KeySet all) {
    met = all;
  }

  /** A run had locked too little; returns how many had. */
  int countMetMore() {
    return ++metMore;
  }
}
