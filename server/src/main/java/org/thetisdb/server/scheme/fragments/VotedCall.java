package org.thetisdb.server.scheme.fragments;

import java.util.BitSet;
import org.thetisdb.core.wire.RouterToSite.CommitVotes;
import org.thetisdb.core.wire.RouterToSite.Part;
import org.thetisdb.server.txn.CallPath;
import org.thetisdb.server.txn.FragmentRun;

/**
 * A call that all of its other masters have voted for, and that this site commits. That is the last
 * word, so it runs on decided rows alone.
 */
final class VotedCall extends FragmentCall {
  private final TurnStage turns;
  private final CommitVotes votes;

  VotedCall(CallPath path, TurnStage turns, UndecidedRuns undecided, Part part, CommitVotes votes) {
    super(path, turns, undecided, part);
    this.turns = turns;
    this.votes = votes;
  }

  @Override
  public FragmentRun beginFragment() {
    return new FragmentRun(whole(), BitSet.valueOf(votes.ran()), votes.results());
  }

  @Override
  public void leave() {
    super.leave();
    turns.endPlace(votes.transaction());
  }

  /** What they have voted with. */
  CommitVotes votes() {
    return votes;
  }
}
