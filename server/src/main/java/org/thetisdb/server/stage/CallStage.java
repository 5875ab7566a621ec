package org.thetisdb.server.stage;

import org.thetisdb.core.error.ThetisException;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.server.txn.Transaction.Stage;

/**
 * One thing that a call has to have, or that becomes of it, on its way from arrival to answer. It
 * knows neither what comes before it nor what comes next: that is said by each scheme. Runs on the
 * engine's event loop, and does not block.
 */
public interface CallStage {
  /** Where a call stands that waits here; several in a row may have the same. */
  Stage at();

  /**
   * Whether a call that stands somewhere comes through here when it goes on. Most are met only by
   * those that stand there; some are asked again by those that wait further on.
   */
  default boolean isMetFrom(Stage standing) {
    return standing == at();
  }

  /**
   * Whether a call has passed. If not, it waits, and is woken when it may look again; or it has
   * ended, and was answered.
   *
   * @throws ThetisException if it is refused
   */
  boolean pass(Transaction t);
}
