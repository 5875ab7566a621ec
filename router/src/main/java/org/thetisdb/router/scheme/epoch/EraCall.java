package org.thetisdb.router.scheme.epoch;

import org.thetisdb.core.wire.KeySet;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.call.SchemeState;

/** What is kept of a call under a scheme that has epochs. Owned by the engine's thread. */
final class EraCall implements SchemeState {
  private boolean inEra;
  private boolean runsAlone;
  private boolean countsAlone;
  private KeySet met;
  private int metMore;

  /** What is kept of a call; it begins with its first look. */
  static EraCall of(PendingCall call) {
    if (call.schemeState() instanceof EraCall known) {
      return known;
    }
    EraCall first = new EraCall();
    call.keep(first);
    return first;
  }

  /** What is kept of a call that may be one of another scheme; null if it is. */
  static EraCall ofAny(PendingCall call) {
    return call.schemeState() instanceof EraCall known ? known : null;
  }

  @Override
  public boolean hearsToTheEnd() {
    return inEra;
  }

  /** Whether its present attempt runs in an era, and was not answered. */
  boolean isInEra() {
    return inEra;
  }

  /** Its present attempt goes to a member of an era. */
  void enterEra() {
    inEra = true;
  }

  /** Its present attempt is over for the era in which it ran. */
  void leaveEra() {
    inEra = false;
  }

  /** It runs when no era is open, from now on. */
  void runAlone() {
    runsAlone = true;
  }

  /** Whether it is to run when no era is open. */
  boolean runsAlone() {
    return runsAlone;
  }

  /**
   * Whether it counts as under way while no era is open.
   *
   * @return whether that is news
   */
  boolean countAlone(boolean isAlone) {
    boolean isNews = countsAlone != isAlone;
    countsAlone = isAlone;
    return isNews;
  }

  /** Whether it counts as under way while no era is open. */
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
