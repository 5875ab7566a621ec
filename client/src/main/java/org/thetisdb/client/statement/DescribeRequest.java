package org.thetisdb.client.statement;

import org.thetisdb.client.CallOutcome;
import org.thetisdb.client.Callbacks;
import org.thetisdb.client.ClientCore;
import org.thetisdb.client.Request;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.SqlRequest.Describe;

/**
 * Asks what a statement takes and returns. Outside of any session, and harmless to repeat. Handed
 * to the scheduler as its own task.
 */
final class DescribeRequest extends Request implements Runnable {
  private final ClientCore core;
  private final String sql;
  private final SqlCallback callback;

  DescribeRequest(ClientCore core, String sql, long timeoutUs, SqlCallback callback) {
    super(timeoutUs);
    this.core = core;
    this.sql = sql;
    this.callback = callback;
  }

  @Override
  public void run() {
    core.begin(this);
  }

  @Override
  protected Message message(long nowUs) {
    return new Describe(id, sql);
  }

  @Override
  protected void saw(VersionVector vector) {}

  @Override
  protected void conclude(CallOutcome outcome) {
    Callbacks.safely(() -> callback.onOutcome(new SqlOutcome(outcome, reply)));
  }
}
