package org.thetisdb.router.scheme.star;

import org.thetisdb.router.call.SchemeState;

/** What a call under way counts as where calls run in phases. */
enum PhaseKind implements SchemeState {
  /** It touches what one site masters. */
  PARTITIONED(0),
  /** It touches more, and runs while one site masters all. */
  CROSSING(1);

  /** How many there are. */
  static final int COUNT = 2;

  /** Its place in arrays of one number for each kind. */
  final int place;

  PhaseKind(int place) {
    this.place = place;
  }

  @Override
  public boolean hearsToTheEnd() {
    return false;
  }
}
