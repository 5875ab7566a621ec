package org.thetisdb.server.stage;

import java.util.List;
import org.thetisdb.core.scheme.SchemeSpec.ConcurrencyControl;
import org.thetisdb.server.state.SchemeInForce;
import org.thetisdb.server.txn.CallPath;
import org.thetisdb.server.txn.Transaction;

/**
 * Which stages calls pass, and in which order: the one place where that is said. Whoever adds a
 * kind of concurrency control gives it a list here.
 *
 * <table>
 * <caption>The lists, by who passes them</caption>
 * <tr><td>under row locks, read and write locks, validation</td><td>PREPARE, MASTER, LOCK, FRESH, SNAPSHOT</td></tr>
 * <tr><td>in a fixed order</td><td>PREPARE, ORDER, MASTER, LOCK, FRESH, SNAPSHOT</td></tr>
 * <tr><td>in batches</td><td>PREPARE, MASTER, BATCH; who cannot be in one goes on as under row locks</td></tr>
 * <tr><td>in an era of epochs</td><td>PREPARE, and then the run</td></tr>
 * <tr><td>a COMMIT that waits for partitions</td><td>GATHER</td></tr>
 * <tr><td>a decision about what was kept</td><td>one of its own</td></tr>
 * </table>
 *
 * <p>When another scheme comes into force, its list holds for all calls from where they stand,
 * since the stages that lists share mean the same in all of them. Only who has a place in the
 * order, or stands in a batch, goes on with the list that has such a stage. Owned by the site's
 * engine.
 */
final class StageLists {
  private static final StageList NOWHERE = new StageList(List.of());

  private final SchemeInForce scheme;
  private final StageList underLocks;
  private final StageList inOrder;
  private final StageList inBatches;
  private final StageList commits;
  private final StageList decisions;

  /** Lists of these stages; {@code scheme} tells which of them is for calls. */
  StageLists(Stages all, Protocols protocols, SchemeInForce scheme) {
    this.scheme = scheme;
    this.underLocks =
        list(
            all.prepare,
            all.barrier,
            all.master,
            all.cut,
            all.decision,
            all.lock,
            all.noWait,
            all.participant,
            all.fresh,
            all.snapshot,
            all.line,
            all.run);
    this.inOrder =
        list(
            all.prepare,
            all.barrier,
            all.order,
            all.master,
            all.cut,
            all.decision,
            all.lock,
            all.noWait,
            all.participant,
            all.fresh,
            all.snapshot,
            all.line,
            all.runInPlace,
            all.run);
    this.inBatches =
        list(
            all.prepare,
            all.barrier,
            all.master,
            all.batch,
            all.cut,
            all.decision,
            all.lock,
            all.noWait,
            all.participant,
            all.fresh,
            all.snapshot,
            all.line,
            all.run);
    this.commits = list(all.gather);
    this.decisions = list(all.finish);
    protocols.ordered().setPath(inOrder);
    protocols.batches().setPath(inBatches);
    protocols.epochs().setPath(list(all.prepare, all.era));
  }

  private static StageList list(CallStage... stages) {
    return new StageList(List.of(stages));
  }

  /** The list by which a call goes on from where it stands. */
  CallPath of(Transaction t) {
    if (t.finishesRun()) {
      return decisions;
    }
    CallPath own = t.state().path();
    return switch (t.stage()) {
      case GATHER -> commits;
      case PREPARE, ORDER, MASTER, BATCH, LOCK, FRESH, SNAPSHOT ->
          own == null ? of(scheme.concurrency()) : own;
      case QUERY, KEPT, DONE -> NOWHERE;
    };
  }

  /** The list of those that are whole calls or statements, under a scheme. */
  private StageList of(ConcurrencyControl concurrency) {
    return switch (concurrency) {
      case ROW_LOCKS,
          READ_WRITE_LOCKS,
          VALIDATION,
          LOGICAL_TIME,
          BATCHES_OVER_SITES,
          ORDERED_LOCKS_OVER_SITES ->
          underLocks;
      case ORDERED_LOCKS, PLACEHOLDERS, PIECES -> inOrder;
      case BATCH_RESERVATIONS -> inBatches;
    };
  }
}
