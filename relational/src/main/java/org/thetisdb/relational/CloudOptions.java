package org.thetisdb.relational;

import org.thetisdb.relational.database.DatabaseLimits;

/**
 * How a host of databases behaves.
 *
 * @param engine the name of the log's engine in the cluster
 * @param turnMs a transaction waits for others at its partitions
 * @param followMs between two looks at what other hosts have done
 * @param prepares whether databases that can (PostgreSQL, where {@code max_prepared_transactions}
 *     is not 0) prepare a transaction before it goes to the log
 * @param limits of what happens in a database
 */
public record CloudOptions(
    String engine, int turnMs, int followMs, boolean prepares, DatabaseLimits limits) {
  /** As the product's own engine is called, ten seconds, fifty milliseconds, the log first. */
  public static final CloudOptions DEFAULT =
      new CloudOptions("StatementLog", 10_000, 50, false, DatabaseLimits.DEFAULT);

  /** The same with other limits of what happens in a database. */
  public CloudOptions within(DatabaseLimits other) {
    return new CloudOptions(engine, turnMs, followMs, prepares, other);
  }

  /** The same with another wait for other transactions. */
  public CloudOptions waiting(int otherMs) {
    return new CloudOptions(engine, otherMs, followMs, prepares, limits);
  }

  /** The same with databases that prepare. */
  public CloudOptions preparing() {
    return new CloudOptions(engine, turnMs, followMs, true, limits);
  }
}
