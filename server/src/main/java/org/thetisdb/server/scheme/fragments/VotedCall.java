package org.thetisdb.server.scheme.fragments;

import java.util.List;
import org.thetisdb.core.wire.RouterToSite.CommitVotes;
import org.thetisdb.core.wire.RouterToSite.PartResult;
import org.thetisdb.server.txn.CallPath;

/** A call that all of its other masters have voted for, and that this site commits. */
final class VotedCall extends FragmentCall {
  private final CommitVotes votes;
  private long awaited;

  VotedCall(CallPath path, TurnStage turns, UndecidedRuns undecided, CommitVotes votes) {
    super(path, turns, undecided, votes.transaction());
    this.votes = votes;
  }

  /** What it commits is the last word, so it runs on decided rows alone. */
  @Override
  boolean speculates() {
    return false;
  }

  @Override
  List<PartResult> known() {
    return votes.results();
  }

  /** It waits for the decision of one that its votes stand on; 0: for none. */
  void await(long below) {
    awaited = below;
  }

  @Override
  public void leave() {
    awaited = 0;
    super.leave();
  }

  @Override
  public long decisionAwaited() {
    return awaited;
  }

  @Override
  public boolean awaitsTurn() {
    return awaited != 0 || super.awaitsTurn();
  }

  /** What they have voted with. */
  CommitVotes votes() {
    return votes;
  }
}
