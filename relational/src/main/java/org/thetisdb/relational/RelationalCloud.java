package org.thetisdb.relational;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.client.engine.FragmentClient;
import org.thetisdb.relational.database.DatabaseLogin;
import org.thetisdb.relational.database.DatabaseResult;
import org.thetisdb.relational.database.DatabaseStatement;
import org.thetisdb.relational.database.JdbcEngine;
import org.thetisdb.relational.log.LogFragments;

/**
 * Databases that become partitions of a cluster, at one host: transactions over several of them are
 * atomic and serializable, and other hosts with databases of their own follow and can take over.
 *
 * <pre>{@code
 * RelationalCloud.install(client, 2); // once for the cluster
 * try (RelationalCloud cloud =
 *     RelationalCloud.open(client, "berlin", Map.of(0L, first, 1L, second))) {
 *   cloud.run(
 *       tx -> {
 *         tx.execute(0, "UPDATE account SET cents = cents - ? WHERE id = ?", 300L, 1L);
 *         return tx.execute(1, "UPDATE account SET cents = cents + ? WHERE id = ?", 300L, 2L);
 *       },
 *       0,
 *       1);
 * }
 * }</pre>
 *
 * <p>Thread-safe; transactions of one partition go one behind the other. Applications change the
 * tables only so; others may read them.
 */
public final class RelationalCloud implements AutoCloseable {
  private static final int MOST_TRIES = 16;
  private static final long LONG_QUESTION_MS = 600_000;
  private static final byte[] NO_METADATA = {};

  private final ClusterLog log;
  private final CloudOptions options;
  private final SortedMap<Long, PartitionLine> lines = new TreeMap<>();
  private final ScheduledExecutorService follower;

  RelationalCloud(
      ClusterLog log, String host, Map<Long, DatabaseLogin> databases, CloudOptions options) {
    this.log = log;
    this.options = options;
    databases.forEach(
        (partition, login) ->
            lines.put(partition, new PartitionLine(partition, login, options, log, host)));
    this.follower =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread made = new Thread(task, "thetis-follower");
              made.setDaemon(true);
              return made;
            });
    // Ends with its executor; what fails in it is said by each line.
    var unused =
        follower.scheduleWithFixedDelay(
            this::follow, options.followMs(), options.followMs(), TimeUnit.MILLISECONDS);
  }

  /**
   * Makes the logs of partitions in a cluster, or makes more of them.
   *
   * @param client of somebody who may upload
   * @param partitions how many there are afterwards, from 0 on
   */
  public static void install(ThetisClient client, int partitions) {
    client.uploadJar("relational", LogJar.bytes());
    try (var session = client.session()) {
      new FragmentClient(session, CloudOptions.DEFAULT.engine()).change(partitions, NO_METADATA);
    }
  }

  /**
   * Becomes a host. Databases that cannot be reached are tried again when they are used.
   *
   * @param client of the caller, who closes it behind this
   * @param host a name that no other host has; the same one after a restart
   * @param databases by numbers of partitions; each has the tables that the others of its partition
   *     have, and is empty, or was a host's before
   * @return it is the caller's, who closes it
   */
  public static RelationalCloud open(
      ThetisClient client, String host, Map<Long, DatabaseLogin> databases) {
    return open(client, host, databases, CloudOptions.DEFAULT);
  }

  /** The same with options. */
  public static RelationalCloud open(
      ThetisClient client, String host, Map<Long, DatabaseLogin> databases, CloudOptions options) {
    return new RelationalCloud(new SessionLog(client, options.engine()), host, databases, options);
  }

  private void follow() {
    lines.values().forEach(PartitionLine::followIfIdle);
  }

  /**
   * Begins a transaction; waits for those that have the same partitions.
   *
   * @param partitions all that it will need
   * @return it is the caller's, who closes it
   * @throws RelationalException 55P03 if others have them for too long, or what is wrong with one
   */
  public RelationalTransaction begin(long... partitions) {
    SortedMap<Long, PartitionLine> taken = new TreeMap<>();
    try {
      for (long partition : wanted(partitions)) { // in the same order by all
        PartitionLine line = line(partition);
        line.take();
        taken.put(partition, line);
      }
      taken.values().forEach(PartitionLine::prepare);
      return new RelationalTransaction(log, taken, options);
    } catch (RuntimeException e) {
      taken.values().forEach(PartitionLine::rollbackLater);
      throw e;
    }
  }

  private static Set<Long> wanted(long... partitions) {
    return Arrays.stream(partitions).boxed().collect(Collectors.toCollection(TreeSet::new));
  }

  private PartitionLine line(long partition) {
    PartitionLine line = lines.get(partition);
    if (line == null) {
      throw new IllegalArgumentException(
          "This host has partitions %s, not %d.".formatted(lines.keySet(), partition));
    }
    return line;
  }

  /**
   * Runs a transaction and commits it, sixteen times at most if other hosts are faster.
   *
   * @param work may be run several times
   * @param partitions all that it needs
   * @return what the work returns
   * @throws RelationalException as {@link RelationalTransaction} has it
   */
  public <T> T run(Function<RelationalTransaction, T> work, long... partitions) {
    for (int tries = 1; ; tries++) {
      try (RelationalTransaction transaction = begin(partitions)) {
        T result = work.apply(transaction);
        transaction.commit();
        return result;
      } catch (RelationalException e) {
        if (!e.sqlState().equals(RelationalException.CONFLICT) || tries == MOST_TRIES) {
          throw e;
        }
      }
    }
  }

  /**
   * Reads at one partition what this host has, which may be a little behind other hosts. Does not
   * ask the cluster.
   */
  public DatabaseResult read(long partition, String sql, Object... parameters) {
    DatabaseStatement statement = DatabaseStatement.of(sql, parameters);
    if (!JdbcEngine.onlyReads(List.of(statement))) {
      throw new IllegalArgumentException("it may change something: " + sql);
    }
    return line(partition)
        .ask(engine -> engine.run(List.of(statement)).get(0), options.limits().statementMs());
  }

  /** {@return how many transactions of this partition the host's database has} */
  public long version(long partition) {
    return line(partition).at().version();
  }

  /** {@return why a partition cannot be used at this host, in a sentence; empty if it can} */
  public String trouble(long partition) {
    return line(partition).trouble();
  }

  /**
   * A number for all rows of a partition's database. Two hosts at the same version have the same
   * one. Reads everything, while no transaction runs there.
   */
  public long digest(long partition) {
    return line(partition).ask(JdbcEngine::digest, LONG_QUESTION_MS);
  }

  /**
   * The logs wait for a host no more: it was taken away, or its databases will be restored from
   * newer backups.
   *
   * @param host its name
   */
  public void forget(String host) {
    for (long partition : lines.keySet()) {
      log.run(Map.of(partition, LogFragments.forget(host)));
    }
  }

  /** Ends the connections; what is open is rolled back. */
  @Override
  public void close() {
    follower.shutdownNow();
    lines.values().forEach(PartitionLine::close);
    log.close();
  }
}
