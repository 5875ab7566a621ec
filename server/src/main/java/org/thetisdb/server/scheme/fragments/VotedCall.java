package org.thetisdb.server.scheme.fragments;

import org.thetisdb.core.wire.RouterToSite.CommitVotes;
import org.thetisdb.server.txn.CallPath;
import org.thetisdb.server.txn.CallState;

/** A call that all of its masters have voted for, and that this site commits. */
final class VotedCall extends CallState {
  private final CallPath path;
  private final CommitVotes votes;

  VotedCall(CallPath path, CommitVotes votes) {
    this.path = path;
    this.votes = votes;
  }

  @Override
  public CallPath path() {
    return path;
  }

  /** What they have voted with. */
  CommitVotes votes() {
    return votes;
  }
}
