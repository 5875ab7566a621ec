package org.thetisdb.router.scheme.star;

import org.thetisdb.router.call.SchemeState;

/** What a call under way counts as where calls run in phases. */
enum PhaseKind implements SchemeState {
  /** It touches what one site masters. */
  PARTITIONED,
  /** It touches more, and runs while one site masters all. */
  CROSSING;

  @Override
  public boolean hearsToTheEnd() {
    return false;
  }
}
