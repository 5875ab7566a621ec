package org.thetisdb.sql.statement;

/**
 * The rows of a running query, found as they are asked for. Not thread-safe; may pass from one
 * thread to another between two calls.
 */
public interface RowStream extends AutoCloseable {
  /**
   * The next row; null behind the last one.
   *
   * @throws org.thetisdb.core.error.ThetisException for what SQL refuses
   */
  Object[] next();

  /** Lets go of what was held to find more. */
  @Override
  void close();
}
