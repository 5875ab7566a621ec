package org.thetisdb.server.stage;

import org.thetisdb.server.gate.MastershipGate;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.server.txn.Transaction.Stage;

/** Lets a call pass when this site masters what it writes. */
final class MasterStage implements CallStage {
  private final MastershipGate mastership;

  /** Asks {@code mastership}. */
  MasterStage(MastershipGate mastership) {
    this.mastership = mastership;
  }

  @Override
  public Stage at() {
    return Stage.MASTER;
  }

  @Override
  public boolean pass(Transaction t) {
    return mastership.pass(t);
  }
}
