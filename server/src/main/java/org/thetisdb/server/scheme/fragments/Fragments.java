package org.thetisdb.server.scheme.fragments;

import org.thetisdb.core.net.Connection;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.scheme.SchemeSpec.Dispatch;
import org.thetisdb.core.wire.RouterToSite;
import org.thetisdb.core.wire.RouterToSite.CommitVotes;
import org.thetisdb.core.wire.RouterToSite.HoldPlace;
import org.thetisdb.core.wire.RouterToSite.Part;
import org.thetisdb.core.wire.RouterToSite.SchemeRequest;
import org.thetisdb.core.wire.RouterToSite.Step;
import org.thetisdb.core.wire.TablesRequest;
import org.thetisdb.server.scheme.SiteCalls;
import org.thetisdb.server.scheme.SiteParts;
import org.thetisdb.server.scheme.SiteScheme;
import org.thetisdb.server.stage.CallStages;
import org.thetisdb.server.stage.RunStage;
import org.thetisdb.server.state.SiteState;
import org.thetisdb.server.txn.CallPath;

/**
 * Each master of a call runs the parts of it that belong to its rows, logs what they have met, and
 * votes with what they write; one of them commits all of that in one record. Calls of one site, and
 * those that are not written so, go the way of two-phase commit. Owned by the site's engine.
 */
public final class Fragments implements SiteScheme {
  private final SiteCalls calls;
  private final CallPath path;
  private final SiteTableRights tables;
  private final TurnStage turns;
  private final UndecidedRuns undecided;
  private final CallPath fragments;

  /** The family's part at a site. */
  public Fragments(SiteParts parts) {
    this.calls = parts.calls();
    this.tables = new SiteTableRights(parts.state(), parts.releases(), parts.calls());
    CallStages stages = parts.stages();
    SiteState state = parts.state();
    this.undecided = new UndecidedRuns(state.catalog());
    this.turns =
        new TurnStage(
            parts.gates().waiting(),
            parts.stages().awaited(),
            state.catalog().prepared(),
            undecided,
            state.data().self());
    this.path = parts.common().underLocks(turns);
    this.fragments =
        parts
            .common()
            .inFragments(
                turns,
                new RunStage(
                    new FragmentRuns(
                            state,
                            tables,
                            undecided,
                            parts.execution(),
                            new VotedCommits(
                                state, tables, parts.execution().runner(), parts.gates()))
                        ::run,
                    stages.ends(),
                    stages::beginRound,
                    stages.stolen()));
  }

  @Override
  public boolean has(SchemeSpec scheme) {
    return scheme.dispatch() == Dispatch.IN_FRAGMENTS;
  }

  @Override
  public CallPath path() {
    return path;
  }

  @Override
  public boolean takes(Connection router, RouterToSite message) {
    if (message instanceof Part part && part.runsFragment()) {
      calls.admit(part.call(), router, part, new FragmentCall(fragments, turns, undecided, part));
    } else if (message instanceof CommitVotes votes) {
      Part part = new Part(votes.transaction(), Step.HOME, null, votes.call());
      calls.admit(
          votes.call(), router, part, new VotedCall(fragments, turns, undecided, part, votes));
    } else if (message instanceof HoldPlace place) {
      turns.holdPlace(router, place);
    } else if (message instanceof SchemeRequest request
        && request.scheme().equals(SchemeRegistry.DTXN.name())) {
      tables.set(router, TablesRequest.of(request));
    } else {
      return false;
    }
    return true;
  }

  @Override
  public void begin(SchemeSpec scheme) {
    tables.begin();
  }

  @Override
  public void drain() {
    tables.end();
  }

  @Override
  public void onReached() {
    tables.onReached();
  }

  @Override
  public void drop(Connection gone) {
    tables.drop();
    turns.drop(gone);
  }
}
