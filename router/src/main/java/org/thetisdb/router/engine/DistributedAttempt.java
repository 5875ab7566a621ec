package org.thetisdb.router.engine;

import org.thetisdb.core.id.VersionVector;

/** One attempt of a call to run over several sites. Owned by the engine's thread. */
final class DistributedAttempt {
  /** Its number, which no other attempt of any router has. */
  final long id;

  final int coordinator;
  private final int[] participants;
  private int prepared;

  /** What its participants had when they had prepared. */
  private VersionVector seen = VersionVector.ZERO;

  DistributedAttempt(long id, int coordinator, int[] participants) {
    this.id = id;
    this.coordinator = coordinator;
    this.participants = participants;
  }

  /** Whether a participant is to prepare next; else the coordinator is to run it. */
  boolean prepares() {
    return prepared < participants.length;
  }

  /** The site that is next. */
  int next() {
    return prepares() ? participants[prepared] : coordinator;
  }

  /** The next participant has prepared. */
  void onPrepared(VersionVector report) {
    see(report);
    prepared++;
  }

  private void see(VersionVector report) {
    seen = seen.max(report);
  }

  /** All that the coordinator must have, so that it sees what it overwrites. */
  VersionVector seen() {
    return seen;
  }

  int[] participants() {
    return participants;
  }
}
