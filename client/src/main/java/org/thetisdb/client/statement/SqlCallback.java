package org.thetisdb.client.statement;

/**
 * For the JDBC driver: takes how a request of SQL ended.
 *
 * @hidden
 */
@FunctionalInterface
public interface SqlCallback {
  /**
   * Called exactly once, on the client's own thread: it must not block, and it may make the next
   * request.
   */
  void onOutcome(SqlOutcome outcome);
}
