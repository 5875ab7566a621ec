package org.thetisdb.benchmarks.jdbc;

/**
 * How a workload over JDBC uses the database.
 *
 * @param isolation of the terminals; the data are made and checked without
 * @param style how connections are used
 * @param loadConnections connections that make the data side by side
 */
public record JdbcOptions(Isolation isolation, Style style, int loadConnections) {
  /** Connections that make the data unless a person wants another number. */
  public static final int USUAL_LOAD_CONNECTIONS = 8;

  /** Most connections that make the data. */
  public static final int MOST_LOAD_CONNECTIONS = 256;

  /** Checks the number. */
  public JdbcOptions {
    if (loadConnections < 1 || loadConnections > MOST_LOAD_CONNECTIONS) {
      throw new IllegalArgumentException(
          "--load-connections goes from 1 to " + MOST_LOAD_CONNECTIONS);
    }
  }
}
