package org.thetisdb.lab.torture;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.thetisdb.client.ClientOptions;
import org.thetisdb.client.ClientTls;
import org.thetisdb.lab.process.ProcessCluster;

/**
 * The users of a cluster that is tortured: one makes the others, one works, one may do nothing, and
 * one has a right that comes and goes. All have the same password. Immutable.
 *
 * @param password of all
 * @param authority whom clients trust
 */
record TortureUsers(String password, Path authority) {
  static final String WORKER = "worker";
  static final String NOBODY = "nobody";
  static final String VISITOR = "visitor";

  /** Somebody else tries passwords of this one, who has to wait then. */
  static final String GUESSED = "guessed";

  private static final String KEEPER = "keeper";
  private static final String FIRST_USER_FILE = "first-user.password";
  private static final String DRIVER = "jdbc:thetis://";
  private static final long LOOK_MS = 200;

  /** How a user's client connects. */
  ClientOptions options(String user) {
    return ClientOptions.defaults()
        .withTls(ClientTls.verifyFull(authority.toString()))
        .withUser(user, password);
  }

  /**
   * Makes them, as soon as a router leads. An answer may be lost, and from its first user on a
   * cluster lets nobody in who is none: so each other try takes the keeper to be there.
   *
   * @throws IOException if that does not come to pass
   */
  void make(ProcessCluster cluster, long patienceMs) throws IOException, InterruptedException {
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patienceMs);
    SQLException last = null;
    boolean isKeeperThere = false;
    while (System.nanoTime() < deadlineNs) {
      try {
        if (!isKeeperThere) {
          define(
              connect(cluster.routers(), first(cluster)), List.of(user(KEEPER, " IN ROLE admin")));
        }
        define(
            keeper(cluster.routers()),
            List.of(
                user(WORKER, " IN ROLE upload, operate, monitor"),
                user(NOBODY, ""),
                user(GUESSED, ""),
                user(VISITOR, "")));
        return;
      } catch (SQLException e) {
        last = e;
        isKeeperThere = !isKeeperThere;
        TimeUnit.MILLISECONDS.sleep(LOOK_MS);
      }
    }
    String why = last == null ? "there was no time" : last.getMessage();
    throw new IOException("The cluster's users could not be made: " + why, last);
  }

  /**
   * The worker may call these procedures, which need not be there yet.
   *
   * @throws IOException if the cluster does not say so
   */
  void permit(String routers, List<String> procedures) throws IOException {
    String names = procedures.stream().collect(Collectors.joining("\", \"", "\"", "\""));
    try {
      define(keeper(routers), List.of("GRANT EXECUTE ON PROCEDURE " + names + " TO " + WORKER));
    } catch (SQLException e) {
      throw new IOException("The worker could not be given its rights.", e);
    }
  }

  private String user(String name, String roles) {
    return "CREATE USER IF NOT EXISTS %s PASSWORD '%s'%s".formatted(name, password, roles);
  }

  /** On loopback a cluster without users lets in whoever comes; elsewhere it has made one. */
  private static Properties first(ProcessCluster cluster) throws IOException {
    Properties login = new Properties();
    Optional<Path> file =
        ProcessCluster.routerNames().stream()
            .map(router -> cluster.directory(router).resolve(FIRST_USER_FILE))
            .filter(Files::exists)
            .findFirst();
    if (file.isPresent()) {
      try (Reader in = Files.newBufferedReader(file.get())) {
        login.load(in);
      }
    }
    return login;
  }

  /** A connection of the user that gives and takes rights. */
  Connection keeper(String routers) throws SQLException {
    Properties login = new Properties();
    login.setProperty("user", KEEPER);
    login.setProperty("password", password);
    return connect(routers, login);
  }

  private Connection connect(String routers, Properties login) throws SQLException {
    Properties all = new Properties();
    all.putAll(login);
    all.setProperty("sslmode", "verify-full");
    all.setProperty("sslrootcert", authority.toString());
    return DriverManager.getConnection(DRIVER + routers + "/", all);
  }

  private static void define(Connection connection, List<String> definitions) throws SQLException {
    try (connection;
        Statement statement = connection.createStatement()) {
      for (String definition : definitions) {
        statement.execute(definition);
      }
    }
  }
}
