package org.thetisdb.server.scheme.fragments;

import org.thetisdb.core.wire.RouterToSite.CommitVotes;
import org.thetisdb.server.txn.CallPath;

/** A call that all of its other masters have voted for, and that this site commits. */
final class VotedCall extends FragmentCall {
  private final CommitVotes votes;

  VotedCall(CallPath path, TurnStage turns, CommitVotes votes) {
    super(path, turns);
    this.votes = votes;
  }

  /** What they have voted with. */
  CommitVotes votes() {
    return votes;
  }
}
