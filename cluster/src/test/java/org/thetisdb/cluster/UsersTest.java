package org.thetisdb.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.client.ClientOptions;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.client.statement.SqlClient;
import org.thetisdb.client.statement.SqlClients;
import org.thetisdb.client.statement.SqlSession;
import org.thetisdb.client.statement.SqlStatementSpec;
import org.thetisdb.core.config.NetworkSettings;
import org.thetisdb.core.config.NetworkSettings.LocalSockets;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.ThetisSettings;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.net.ConnectionListener;
import org.thetisdb.core.net.netty.NettyTransport;
import org.thetisdb.core.security.PasswordKeys;
import org.thetisdb.core.security.ScramClient;
import org.thetisdb.core.security.SystemNonces;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.core.time.EngineThread;
import org.thetisdb.core.value.LargeValue;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.ClientMessage.Call;
import org.thetisdb.core.wire.ClientMessage.ClaimSessions;
import org.thetisdb.core.wire.ClientMessage.ClientHello;
import org.thetisdb.core.wire.ClientMessage.LoginProof;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToClient.CallResult;
import org.thetisdb.core.wire.RouterToClient.Goodbye;
import org.thetisdb.core.wire.RouterToClient.LoginChallenge;
import org.thetisdb.core.wire.RouterToClient.ServerHello;
import org.thetisdb.core.wire.SqlRequest;

/** Users of a cluster that is reached over TCP, where everybody is a stranger. */
@Tag("cluster")
@Timeout(120)
@InTurn(oneIn = 4, from = 3, whole = true)
final class UsersTest {
  @TempDir private Path data;
  private EmbeddedCluster cluster;
  private final List<Connection> opened = new ArrayList<>();

  @BeforeEach
  void start() {
    Settings settings =
        Settings.of(ThetisSettings.ALL)
            .build()
            .with(NetworkSettings.LISTEN_PORT, 0)
            .with(NetworkSettings.NET_LOCAL_SOCKETS, LocalSockets.OFF);
    cluster = EmbeddedCluster.start(settings, data, (what, seconds) -> {});
  }

  @AfterEach
  void stop() throws SQLException {
    for (Connection connection : opened) {
      connection.close();
    }
    cluster.close();
  }

  private Connection connect(String user, String password) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", user);
    properties.setProperty("password", password);
    properties.setProperty("connectTimeoutMs", "5000");
    Connection connection =
        DriverManager.getConnection("jdbc:thetis://" + cluster.clientAddress() + "/", properties);
    opened.add(connection);
    return connection;
  }

  private static void run(Connection connection, String... texts) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String text : texts) {
        statement.execute(text);
      }
    }
  }

  private static String value(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      return rows.next() ? rows.getString(1) : "no row";
    }
  }

  private static String stateOf(ThrowingWork work) {
    try {
      work.run();
      return "none";
    } catch (SQLException e) {
      return e.getSQLState();
    }
  }

  private interface ThrowingWork {
    void run() throws SQLException;
  }

  /** From here on everybody logs in; boss may do everything. */
  private Connection close() throws SQLException {
    run(connect("anybody", "whatever"), "CREATE USER boss PASSWORD 'secret' IN ROLE admin");
    return connect("boss", "secret");
  }

  @Test
  void aClusterWithoutUsersLetsEverybodyIn() throws SQLException {
    assertThat(value(connect("anybody", "whatever"), "SELECT 1")).isEqualTo("1");
    assertThat(value(connect("", ""), "SELECT current_user")).isEqualTo("admin");
  }

  @Test
  void theFirstPasswordClosesTheCluster() throws SQLException {
    Connection early = connect("anybody", "whatever");
    Connection boss = close();
    assertThat(value(boss, "SELECT current_user")).isEqualTo("boss");
    assertThatThrownBy(() -> value(early, "SELECT 1")).isInstanceOf(SQLException.class);
    assertThatThrownBy(() -> connect("boss", "secrets"))
        .hasMessageContaining("Login of user \"boss\" failed")
        .extracting(error -> ((SQLException) error).getSQLState())
        .isEqualTo("28P01");
    assertThat(stateOf(() -> connect("nobody", "secret"))).isEqualTo("28P01");
    assertThat(stateOf(() -> connect("", ""))).isEqualTo("28000");
    assertThat(stateOf(() -> connect("boss", ""))).isEqualTo("28000");
  }

  @Test
  void rightsHoldForEachWayToRunAStatement() throws SQLException {
    Connection boss = close();
    run(
        boss,
        "CREATE TABLE t (id INT PRIMARY KEY, n INT)",
        "INSERT INTO t VALUES (1, 1), (2, 2)",
        "CREATE USER clerk PASSWORD 'c'");
    Connection clerk = connect("clerk", "c");
    assertThat(stateOf(() -> run(clerk, "SELECT n FROM t WHERE id = 1"))).isEqualTo("42501");
    assertThat(stateOf(() -> run(clerk, "SELECT sum(n) FROM t"))).isEqualTo("42501");
    run(boss, "GRANT SELECT ON t TO clerk");
    assertThat(value(clerk, "SELECT n FROM t WHERE id = 1")).isEqualTo("1");
    try (PreparedStatement prepared = clerk.prepareStatement("SELECT n FROM t WHERE id = ?")) {
      prepared.setInt(1, 2);
      assertThatCode(prepared::executeQuery).doesNotThrowAnyException();
      clerk.setAutoCommit(false);
      assertThatCode(prepared::executeQuery).doesNotThrowAnyException();
      run(boss, "REVOKE SELECT ON t FROM clerk");
      assertThat(stateOf(prepared::executeQuery)).isEqualTo("42501");
      clerk.rollback();
      clerk.setAutoCommit(true);
      assertThat(stateOf(prepared::executeQuery)).isEqualTo("42501");
    }
    assertThat(stateOf(() -> run(clerk, "DROP TABLE t"))).isEqualTo("42501");
    assertThat(stateOf(() -> run(clerk, "CREATE TABLE u (id INT)"))).isEqualTo("42501");
    assertThat(stateOf(() -> run(clerk, "CREATE USER eve PASSWORD 'x'"))).isEqualTo("42501");
    assertThat(stateOf(() -> run(clerk, "SELECT * FROM information_schema.sites")))
        .isEqualTo("42501");
    run(clerk, "ALTER USER clerk PASSWORD 'other'");
    assertThat(value(connect("clerk", "other"), "SELECT session_user")).isEqualTo("clerk");
  }

  @Test
  void whatAUserMakesIsItsOwn() throws SQLException {
    Connection boss = close();
    run(boss, "CREATE USER clerk PASSWORD 'c'", "GRANT CREATE ON SCHEMA public TO clerk");
    Connection clerk = connect("clerk", "c");
    run(
        clerk,
        "CREATE TABLE mine (id SERIAL PRIMARY KEY, n INT)",
        "INSERT INTO mine (n) VALUES (5)",
        "CREATE TABLE copy AS SELECT * FROM mine",
        "CREATE TEMPORARY TABLE temp (id INT)",
        "INSERT INTO temp VALUES (1)",
        "DROP TABLE copy");
    assertThat(value(clerk, "SELECT id FROM temp")).isEqualTo("1");
    assertThat(stateOf(() -> run(boss, "DROP USER clerk"))).isEqualTo("2BP01");
    run(
        boss,
        "REASSIGN OWNED BY clerk TO boss",
        "REVOKE ALL ON SCHEMA public FROM clerk",
        "DROP USER clerk");
    assertThatThrownBy(() -> value(clerk, "SELECT 1")).isInstanceOf(SQLException.class);
    assertThat(stateOf(() -> connect("clerk", "c"))).isEqualTo("28P01");
  }

  @Test
  void theNativeClientLogsInTheSameWay() throws SQLException {
    close();
    ClientOptions options = ClientOptions.defaults().withUser("boss", "secret");
    try (ThetisClient client = ThetisClient.connect(cluster.clientAddress().toString(), options)) {
      assertThat(client.status()).contains("per_site");
    }
    assertThatThrownBy(
            () ->
                ThetisClient.connect(
                    cluster.clientAddress().toString(),
                    ClientOptions.defaults().withUser("boss", "wrong")))
        .hasMessageContaining("Login of user \"boss\" failed");
  }

  @Test
  void whoIsNoMonitorSeesNothingOfTheCluster() throws SQLException {
    Connection boss = close();
    run(boss, "CREATE USER clerk PASSWORD 'c'", "CREATE USER watch PASSWORD 'w' IN ROLE monitor");
    try (ThetisClient clerk = client("clerk", "c");
        ThetisClient watch = client("watch", "w")) {
      assertThatThrownBy(clerk::status).hasMessageContaining("Permission denied");
      assertThatThrownBy(clerk::migrations).hasMessageContaining("Permission denied");
      assertThat(watch.status()).contains("per_site");
      assertThat(watch.migrations()).contains("migrations");
      assertThatThrownBy(() -> watch.uploadJar("x", new byte[] {1}))
          .hasMessageContaining("role \"upload\"");
    }
    assertThat(value(connect("watch", "w"), "SELECT count(*) FROM information_schema.sites"))
        .isNotEqualTo("0");
  }

  private ThetisClient client(String user, String password) {
    return ThetisClient.connect(
        cluster.clientAddress().toString(), ClientOptions.defaults().withUser(user, password));
  }

  @Test
  void itIsTakenDownWhoDidWhat() throws Exception {
    Connection boss = close();
    run(boss, "CREATE TABLE t (id INT PRIMARY KEY, n INT DEFAULT 4711)");
    run(boss, "CREATE USER clerk PASSWORD 'hidden'", "GRANT INSERT ON t TO clerk");
    Connection clerk = connect("clerk", "hidden");
    assertThat(stateOf(() -> run(clerk, "SELECT n FROM t WHERE n = 4711"))).isEqualTo("42501");
    assertThat(stateOf(() -> connect("clerk", "wrong"))).isEqualTo("28P01");
    stop();
    String log = Files.readString(data.resolve("audit.log"));
    assertThat(log)
        .contains("login user=\"boss\"")
        .contains("definition user=\"boss\"")
        .contains("CREATE TABLE t")
        .contains("CREATE USER clerk")
        .contains("GRANT INSERT ON t TO clerk")
        .contains("refused user=\"clerk\"")
        .contains("login_refused user=\"clerk\"")
        .doesNotContain("4711")
        .doesNotContain("hidden")
        .doesNotContain("SCRAM");
    start();
  }

  @Test
  void nobodyGoesOnWithSessionsOfOthers() throws Exception {
    Connection boss = close();
    run(boss, "CREATE USER clerk PASSWORD 'c'");
    try (RawClient first = new RawClient("boss", "secret");
        RawClient thief = new RawClient("clerk", "c");
        RawClient again = new RawClient("boss", "secret")) {
      thief.use(first.hello.sessionBase());
      assertThat(thief.goodbye()).contains("another client's");
      assertThat(first.hello.sessionKey()).isNotEmpty();
      again.connection.send(new ClaimSessions(first.hello.sessionBase(), first.hello.sessionKey()));
      again.use(first.hello.sessionBase());
      assertThat(again.answer()).isNotNull();
    }
    try (RawClient first = new RawClient("boss", "secret");
        RawClient thief = new RawClient("clerk", "c")) {
      thief.connection.send(new ClaimSessions(first.hello.sessionBase(), first.hello.sessionKey()));
      assertThat(thief.goodbye()).contains("another client's");
    }
  }

  /** A client that says what it likes. */
  private final class RawClient implements AutoCloseable, ConnectionListener {
    private final EngineThread thread = new EngineThread("raw", fault -> {});
    private final NettyTransport transport = new NettyTransport(1);
    private final ScramClient scram;
    private final String password;
    private final BlockingQueue<Message> heard = new LinkedBlockingQueue<>();
    private org.thetisdb.core.net.Connection connection;
    private ServerHello hello;

    RawClient(String user, String password) throws InterruptedException {
      this.scram = new ScramClient(user, new SystemNonces().get(), null);
      this.password = password;
      transport.connect(cluster.clientAddress(), thread, this);
      hello = (ServerHello) next();
    }

    private Message next() throws InterruptedException {
      return heard.poll(10, TimeUnit.SECONDS);
    }

    @Override
    public void onConnected(org.thetisdb.core.net.Connection opened) {
      connection = opened;
      opened.send(new ClientHello("", scram.first()));
    }

    @Override
    public void onMessage(org.thetisdb.core.net.Connection from, Message message) {
      if (message instanceof LoginChallenge challenge) {
        String proof = scram.proof(challenge.challenge(), new PasswordKeys(password));
        from.send(new LoginProof(proof));
      } else {
        heard.add(message);
      }
    }

    @Override
    public void onClosed(org.thetisdb.core.net.Connection from, String reason) {}

    void use(long session) {
      connection.send(
          new Call(1, session, 1, false, 1_000, VersionVector.ZERO, "nothing", new byte[0]));
    }

    String goodbye() throws InterruptedException {
      return ((Goodbye) next()).message();
    }

    CallResult answer() throws InterruptedException {
      return (CallResult) next();
    }

    @Override
    public void close() {
      transport.close();
      thread.close();
    }
  }

  @Test
  void largeValuesAreReadByWhoMayReadTheirTable() throws Exception {
    Connection boss = close();
    run(
        boss,
        "CREATE TABLE docs (id INT PRIMARY KEY, body BYTEA)",
        "CREATE USER writer PASSWORD 'w'",
        "CREATE USER reader PASSWORD 'r'",
        "GRANT INSERT ON docs TO writer",
        "GRANT SELECT ON docs TO reader");
    byte[] content = new byte[300_000];
    Arrays.fill(content, (byte) 7);
    LargeValue stored;
    try (SqlClients clients = sqlClients("writer", "w");
        SqlClient writer = clients.connect()) {
      LargeValue value = writer.largeValues().upload(new ByteArrayInputStream(content));
      assertThat(writer.largeValues().open(value).readAllBytes()).isEqualTo(content);
      assertRefused("reader", "r", value);
      SqlSession session = writer.session();
      Object[] row = {1, value};
      assertThat(session.execute(statement("INSERT INTO docs VALUES (?, ?)", row)).end())
          .matches(CallOutcome::isCommitted);
      stored = value;
    }
    assertRefused("writer", "w", stored);
    try (SqlClients clients = sqlClients("reader", "r");
        SqlClient reader = clients.connect()) {
      assertThat(reader.largeValues().open(stored).readAllBytes()).isEqualTo(content);
      run(boss, "DELETE FROM docs");
      assertThat(reader.largeValues().open(stored).readAllBytes()).isEqualTo(content);
      run(boss, "REVOKE SELECT ON docs FROM reader");
      assertRefused("reader", "r", stored);
    }
  }

  private SqlClients sqlClients(String user, String password) {
    return new SqlClients(
        cluster.clientAddress().toString(), ClientOptions.defaults().withUser(user, password));
  }

  private static SqlStatementSpec statement(String text, Object... arguments) {
    return new SqlStatementSpec(
        text,
        ValueCodec.encode(List.of(List.of(arguments))),
        SqlRequest.Statement.AUTO_COMMIT,
        0,
        0,
        5_000_000);
  }

  private void assertRefused(String user, String password, LargeValue value) {
    try (SqlClients clients = sqlClients(user, password);
        SqlClient client = clients.connect()) {
      assertThatThrownBy(() -> client.largeValues().piece(value, 0))
          .hasMessageContaining("needs SELECT on the table that holds it");
    }
  }

  @Test
  void guessesEndSoon() throws SQLException {
    close();
    for (int i = 0; i < 20; i++) {
      connectsInVain("boss", "guess" + i);
    }
    assertThatThrownBy(() -> connect("boss", "secret"))
        .hasMessageContaining("Too many logins from 127.0.0.1 have failed");
  }

  private void connectsInVain(String user, String password) {
    assertThat(stateOf(() -> connect(user, password))).isEqualTo("28P01");
  }

  @Test
  void aPoolDerivesItsKeyOnce() throws SQLException {
    close();
    long beganNs = System.nanoTime();
    for (int i = 0; i < 200; i++) {
      connect("boss", "secret");
    }
    assertThat((System.nanoTime() - beganNs) / 1_000_000).isLessThan(5_000);
  }
}
