package org.thetisdb.server.execution;

import org.thetisdb.server.state.SiteState;
import org.thetisdb.server.txn.ReadRights;
import org.thetisdb.server.txn.RowClaims;
import org.thetisdb.server.txn.RunEnvironment;

/**
 * What runs calls at a site, and takes what they did to the log and to those that asked.
 *
 * @param runner runs procedures and statements to their end
 * @param committer logs and installs what they wrote
 * @param catalogs what is defined, as a snapshot sees it
 * @param answers sends the answers
 */
public record Execution(
    TransactionRunner runner, Committer committer, SeenCatalogs catalogs, Answers answers) {

  /** That of one site. */
  public static Execution of(SiteState state, Answers answers) {
    SeenCatalogs catalogs = new SeenCatalogs(state.data().store(), state.catalog(), state.sql());
    Committer committer = new Committer(state, answers, catalogs);
    RunEnvironment environment =
        new RunEnvironment(
            state.data(),
            state.lines().guard(),
            state.limits(),
            state.progress().appliedRows(),
            new ReadRights(state.catalog(), state.mastership(), state.rules()),
            new RowClaims(state.catalog(), state.mastership(), state.locks()),
            state.scheduler().clock());
    TransactionRunner runner =
        new TransactionRunner(
            environment, state.life(), state.log(), state.counters(), answers, committer, catalogs);
    return new Execution(runner, committer, catalogs, answers);
  }
}
