package org.thetisdb.server.scheme.fragments;

/**
 * How many transactions may stand on each other at a site. One that is aborted takes all with it
 * that stand on it, and each of these gives back its rows behind the one before. So the bound
 * halves whenever that happens, and grows by one while as many are decided as it allows (additive
 * increase, multiplicative decrease, as in TCP): behind those that are often aborted, others wait.
 * Not thread-safe; the site's engine owns it.
 */
final class StandingDepth {
  /** Whatever happens, one may stand on another. */
  static final int LEAST = 1;

  /** Where none is aborted. */
  static final int MOST = 64;

  private int most = MOST;
  private int decided;

  /** So many transactions one may stand on, be it through others. */
  int most() {
    return most;
  }

  /** A transaction was decided on which others might stand. */
  void onDecided() {
    if (most < MOST && ++decided >= most) {
      most++;
      decided = 0;
    }
  }

  /** A transaction was aborted on which others stood. */
  void onDoomed() {
    most = Math.max(LEAST, most / 2);
    decided = 0;
  }
}
