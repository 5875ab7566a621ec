package org.thetisdb.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.thetisdb.client.CallException;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.client.jdbc.ThetisDataSource;
import org.thetisdb.cluster.EmbeddedCluster;
import org.thetisdb.cluster.TemporaryDirectory;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.error.ThetisException;

/**
 * A cluster in this JVM, for tests of applications: log, membership, sites and router, each the
 * same code as in a real cluster. It listens on free ports of the loopback interface, keeps its
 * data in a temporary directory, and takes both along when it is closed.
 *
 * <pre>{@code
 * try (EmbeddedThetis db = EmbeddedThetis.start();
 *     Connection connection = DriverManager.getConnection(db.jdbcUrl());
 *     Statement statement = connection.createStatement()) {
 *   statement.execute("CREATE TABLE orders (id BIGINT PRIMARY KEY, item TEXT)");
 *   statement.execute("INSERT INTO orders VALUES (1, 'bread')");
 * }
 * }</pre>
 *
 * <p>The code that starts a cluster closes it, and before that its own connections and clients. A
 * cluster whose Kafka or router is gone for good closes by itself; calls then end with an error.
 * {@link ThetisExtension} does so for JUnit. Thread-safe.
 */
public final class EmbeddedThetis implements AutoCloseable {
  private static final OnDemand<EmbeddedThetis> SHARED =
      new OnDemand<>(EmbeddedThetis::startShared);

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
   * than one for the next on an idle machine.
   *
   * @return a cluster that serves, which the caller closes
   * @throws ThetisException if it cannot be started; nothing of it is left then
   */
  public static EmbeddedThetis start() {
    return builder().start();
  }

  /**
   * The cluster that all tests of this JVM share: of one site, started when the first one asks,
   * ended with the JVM. Closing it does nothing.
   *
   * @return the same cluster each time
   * @throws ThetisException if it cannot be started; the next call tries again
   */
  public static EmbeddedThetis shared() {
    return SHARED.get();
  }

  /**
   * Begins to describe a cluster with more sites, or other settings.
   *
   * @return a builder of a cluster of one site
   */
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

  /**
   * The URL of the cluster, for {@code DriverManager} and pools.
   *
   * @return {@code jdbc:thetis://host:port/}; options may be appended
   */
  public String jdbcUrl() {
    return jdbcUrl;
  }

  /**
   * A data source of the cluster. Each connection of it is a new one with a socket of its own,
   * which the caller closes.
   *
   * @return the same data source each time
   */
  public DataSource dataSource() {
    return dataSource;
  }

  /**
   * Where the router listens, as the native client and the shell take it.
   *
   * @return {@code host:port}
   */
  public String address() {
    return cluster.clientAddress().toString();
  }

  /**
   * Connects a native client.
   *
   * @return a connected client, which the caller closes
   * @throws ThetisException NOT_CONNECTED if the router does not answer within ten seconds
   */
  public ThetisClient connect() {
    return ThetisClient.connect(address());
  }

  /**
   * Uploads procedures under a name, as {@code thetis admin upload} does, and waits until they can
   * be called. A jar of the same name is replaced.
   *
   * @param jarName any name; that of the upload, not of a file
   * @param classes a jar, or a directory of class files such as {@code target/classes}
   * @throws CallException if the cluster refuses the jar, such as with BAD_JAR; the sentence says
   *     why
   * @throws UncheckedIOException if the classes cannot be read
   */
  public void upload(String jarName, Path classes) {
    try (ThetisClient client = connect()) {
      client.uploadJar(jarName, JarBytes.of(classes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Drops all schemas but {@code public}, and all views, tables, sequences and procedures of SQL,
   * so that the next test finds an empty database. Tables of uploaded procedures are dropped, too;
   * the jars stay, and a jar that is uploaded again makes its tables anew.
   *
   * @throws SQLException if something cannot be dropped, as while a transaction holds rows of it
   */
  public void clear() throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      Leftovers.drop(connection);
    }
  }

  /**
   * Ends the cluster and removes its data, unless it is the shared one. A second call does nothing.
   */
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

  private static EmbeddedThetis startShared() {
    EmbeddedThetis cluster = builder().start(true);
    Runtime.getRuntime().addShutdownHook(new Thread(cluster::end, "embedded-thetis-end"));
    return cluster;
  }
}
