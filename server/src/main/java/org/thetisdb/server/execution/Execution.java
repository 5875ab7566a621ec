package org.thetisdb.server.execution;

import org.thetisdb.server.state.SiteState;

/**
 * What runs calls at a site, and takes what they did to the log and to those who asked.
 *
 * @param runner runs procedures and statements to their end
 * @param committer logs and installs what they wrote
 * @param catalogs what is defined, as a snapshot sees it
 * @param answers tells those who asked
 */
public record Execution(
    TransactionRunner runner, Committer committer, SeenCatalogs catalogs, Answers answers) {

  /** That of one site. */
  public static Execution of(SiteState state, Answers answers) {
    SeenCatalogs catalogs = new SeenCatalogs(state);
    Committer committer = new Committer(state, answers, catalogs);
    TransactionRunner runner = new TransactionRunner(state, answers, committer, catalogs);
    return new Execution(runner, committer, catalogs, answers);
  }
}
