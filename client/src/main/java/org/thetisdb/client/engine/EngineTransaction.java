package org.thetisdb.client.engine;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A transaction of several rounds at the partitions of a storage engine, over a JDBC connection:
 * each round has one fragment at most for each partition, and the answers of a round may decide
 * about the next one. Nothing of it is seen by others before {@link #finish}.
 *
 * <pre>{@code
 * try (EngineTransaction tx = EngineTransaction.begin(connection, "KeyValue", Set.of(0L, 3L))) {
 *   Map<Long, byte[]> found = tx.execute(Map.of(0L, get("a"), 3L, get("x")));
 *   tx.finish(Map.of(0L, put("a", less(found.get(0L))), 3L, put("x", more(found.get(3L)))));
 * }
 * }</pre>
 *
 * <p>If another transaction changes one of the partitions meanwhile, {@link #finish} throws with
 * SQLState 40001 and nothing has happened: run all of it again. For one thread at a time.
 */
public final class EngineTransaction implements AutoCloseable {
  private final Connection connection;
  private final String call;
  private final Set<Long> active;
  private boolean open = true;

  private EngineTransaction(Connection connection, String engine, Set<Long> partitions) {
    this.connection = connection;
    this.call = "{call \"" + engine.replace("\"", "\"\"") + "\"(?, ?, -1)}";
    this.active = new TreeSet<>(partitions);
  }

  /**
   * Begins one.
   *
   * @param connection on which no transaction is open; its auto-commit is off until the end
   * @param engine its name
   * @param partitions all that the transaction will need
   * @return it is the caller's, who closes it
   * @throws SQLException if the connection does not allow it
   */
  public static EngineTransaction begin(Connection connection, String engine, Set<Long> partitions)
      throws SQLException {
    connection.setAutoCommit(false);
    return new EngineTransaction(connection, engine, partitions);
  }

  /**
   * Runs a round, after which all partitions stay active.
   *
   * @param fragments by numbers of partitions
   * @return what each answers
   * @throws SQLException P0001 if an engine refuses its fragment
   */
  public Map<Long, byte[]> execute(Map<Long, byte[]> fragments) throws SQLException {
    return execute(fragments, Set.of());
  }

  /**
   * Runs a round.
   *
   * @param fragments by numbers of partitions
   * @param finished partitions that get no fragment behind this round
   * @return what each answers
   * @throws SQLException P0001 if an engine refuses its fragment
   * @throws IllegalArgumentException if a partition was not named at the beginning, or is finished
   */
  public Map<Long, byte[]> execute(Map<Long, byte[]> fragments, Set<Long> finished)
      throws SQLException {
    requireOpen();
    if (!active.containsAll(fragments.keySet())) {
      throw new IllegalArgumentException(
          "Partitions %s are not all of those that are active, %s; begin anew with all."
              .formatted(new TreeSet<>(fragments.keySet()), active));
    }
    Map<Long, byte[]> answers = new LinkedHashMap<>();
    try (PreparedStatement statement = connection.prepareCall(call)) {
      for (Map.Entry<Long, byte[]> fragment : fragments.entrySet()) {
        statement.setLong(1, fragment.getKey());
        statement.setBytes(2, fragment.getValue());
        answers.put(fragment.getKey(), answer(statement));
      }
    }
    active.removeAll(finished);
    return answers;
  }

  private static byte[] answer(PreparedStatement statement) throws SQLException {
    try (ResultSet rows = statement.executeQuery()) {
      rows.next();
      return rows.getBytes(1);
    }
  }

  /**
   * Runs the last round and commits.
   *
   * @param fragments of the last round; may be empty
   * @return what each partition answers
   * @throws SQLException 40001 if the transaction lost a conflict and is to be run again
   */
  public Map<Long, byte[]> finish(Map<Long, byte[]> fragments) throws SQLException {
    Map<Long, byte[]> answers = execute(fragments);
    open = false;
    connection.commit();
    connection.setAutoCommit(true);
    return answers;
  }

  /**
   * Rolls back.
   *
   * @throws SQLException if the connection is lost, which rolls back, too
   */
  public void abort() throws SQLException {
    requireOpen();
    open = false;
    connection.rollback();
    connection.setAutoCommit(true);
  }

  private void requireOpen() {
    if (!open) {
      throw new IllegalStateException("the transaction has ended");
    }
  }

  /** Rolls back unless it has ended. */
  @Override
  public void close() throws SQLException {
    if (open) {
      abort();
    }
  }
}
