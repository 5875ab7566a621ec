package org.thetisdb.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.client.jdbc.ThetisDataSource;
import org.thetisdb.cluster.EmbeddedCluster;
import org.thetisdb.cluster.TemporaryDirectory;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.error.ThetisException;

/**
 * A cluster in this JVM, for tests of applications: log, membership, sites and router, each the
 * same code as in a real cluster. It listens on free ports of the loopback interface, keeps its
 * data in a temporary directory, and takes both along when it is closed. Thread-safe.
 *
 * <pre>{@code
 * try (EmbeddedThetis db = EmbeddedThetis.start()) {
 *   Connection connection = DriverManager.getConnection(db.jdbcUrl());
 * }
 * }</pre>
 */
public final class EmbeddedThetis implements AutoCloseable {
  private final TemporaryDirectory directory;
  private final EmbeddedCluster cluster;
  private final boolean lasting;
  private final String jdbcUrl;
  private final ThetisDataSource dataSource;

  private EmbeddedThetis(TemporaryDirectory directory, EmbeddedCluster cluster, boolean lasting) {
    this.lasting = lasting;
    this.directory = directory;
    this.cluster = cluster;
    jdbcUrl = "jdbc:thetis://" + cluster.clientAddress() + "/";
    dataSource = new ThetisDataSource(jdbcUrl);
  }

  /**
   * Starts a cluster of one site. Blocks until it serves: some seconds for the first of a JVM, less
   * than one for the next.
   *
   * @throws ThetisException if it cannot be started; nothing of it is left then
   */
  public static EmbeddedThetis start() {
    return builder().start();
  }

  /**
   * The cluster that all who ask share: of one site, started when the first asks, ended with the
   * JVM. Closing it does nothing.
   *
   * @throws ThetisException if it cannot be started
   */
  public static EmbeddedThetis shared() {
    return Shared.CLUSTER;
  }

  /** For a cluster with more sites, or other settings. */
  public static EmbeddedThetisBuilder builder() {
    return new EmbeddedThetisBuilder();
  }

  static EmbeddedThetis start(Settings settings, boolean lasting) {
    TemporaryDirectory directory = new TemporaryDirectory("thetis-embedded-");
    try {
      return new EmbeddedThetis(
          directory,
          EmbeddedCluster.start(settings, directory.path(), (part, seconds) -> {}),
          lasting);
    } catch (RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  /** What {@code DriverManager} and pools connect to. */
  public String jdbcUrl() {
    return jdbcUrl;
  }

  /** Connections to the cluster; they share one wire, so a pool is not needed. */
  public DataSource dataSource() {
    return dataSource;
  }

  /** Host and port of the router, as the native client and the shell take them. */
  public String address() {
    return cluster.clientAddress().toString();
  }

  /** A native client; the caller closes it. */
  public ThetisClient connect() {
    return ThetisClient.connect(address());
  }

  /**
   * Uploads procedures under a name, as {@code thetis admin upload} does.
   *
   * @param classes a jar, or a directory of class files such as {@code target/classes}
   * @throws ThetisException if the cluster refuses the jar; it says why
   */
  public void upload(String jarName, Path classes) {
    try (ThetisClient client = connect()) {
      client.uploadJar(jarName, JarBytes.of(classes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Drops all views, tables, sequences and procedures of SQL, so that the next test finds an empty
   * database. Uploaded jars stay.
   *
   * @throws SQLException if something cannot be dropped, as while a transaction holds rows of it
   */
  public void clear() throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      Leftovers.drop(connection);
    }
  }

  /** Ends the cluster and removes its data, unless it is the shared one. */
  @Override
  public void close() {
    if (!lasting) {
      end();
    }
  }

  private void end() {
    cluster.close();
    directory.close();
  }

  /** The one that all share; the JVM makes it when it is first asked for. */
  private static final class Shared {
    private static final EmbeddedThetis CLUSTER = begin();

    private static EmbeddedThetis begin() {
      EmbeddedThetis cluster = builder().start(true);
      Runtime.getRuntime().addShutdownHook(new Thread(cluster::end, "embedded-thetis-end"));
      return cluster;
    }
  }
}
