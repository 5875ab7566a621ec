package org.thetisdb.client.statement;

import org.thetisdb.client.CallOutcome;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.SqlReply.Description;
import org.thetisdb.core.wire.SqlReply.Result;

/**
 * For the JDBC driver: how a request of SQL ended.
 *
 * @hidden
 * @param end whether it did what it should, and if not, why
 * @param reply the router's answer; null if none came
 */
public record SqlOutcome(CallOutcome end, Message reply) {
  /** The answer to a statement or a fetch that did what it should. */
  public Result result() {
    return (Result) reply;
  }

  /** The answer to a question for what a statement takes and returns. */
  public Description description() {
    return (Description) reply;
  }
}
