package org.thetisdb.client.jdbc;

import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.Executor;
import org.thetisdb.client.ServerInfo;
import org.thetisdb.client.jdbc.metadata.Limits;
import org.thetisdb.client.jdbc.session.AutoCommitRun;
import org.thetisdb.client.jdbc.session.ConnectionOption;
import org.thetisdb.client.jdbc.session.SearchPathText;
import org.thetisdb.client.jdbc.session.SessionSettings;
import org.thetisdb.client.jdbc.session.SharedClients;
import org.thetisdb.client.jdbc.session.TemporaryTables;
import org.thetisdb.client.jdbc.session.ThetisSavepoint;
import org.thetisdb.client.jdbc.session.ThetisUrl;
import org.thetisdb.client.jdbc.session.Timeouts;
import org.thetisdb.client.jdbc.sql.SqlErrors;
import org.thetisdb.client.statement.LargeValues;
import org.thetisdb.client.statement.SqlClient;
import org.thetisdb.client.statement.SqlOutcome;
import org.thetisdb.client.statement.SqlSession;
import org.thetisdb.client.statement.SqlStatementSpec;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.core.schema.TemporarySchema;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.SqlReply.Result;
import org.thetisdb.core.wire.SqlRequest;

/** A session of SQL as a connection of JDBC. */
final class ThetisConnection extends StatementMaker {
  private static final String SCHEMAS = "SELECT schema_name FROM information_schema.schemata";

  /** After so long nobody is going to know any more whether a lost COMMIT came to pass. */
  private static final int COMMIT_TIMEOUT_S = 20;

  private static final int CLOSE_TIMEOUT_S = 5;
  private static final Set<String> CLIENT_INFO = Set.of("ApplicationName");

  /** A read-only session may still drop its temporary tables: no other one has seen them. */
  private static final int READ_ONLY = SqlRequest.Statement.READ_ONLY;

  private final ThetisUrl url;
  private final SharedClients.Lease lease;
  private final SqlClient client;
  private final SqlSession session;
  private final SessionSettings settings;
  private boolean autoCommit = true;
  private boolean readOnly;
  private int networkTimeoutMs;
  private int savepoints;
  private SQLWarning warnings;
  private final LargeValues largeValues;
  private volatile boolean closed;

  private ThetisConnection(ThetisUrl url, SharedClients.Lease lease, SqlClient client)
      throws SQLException {
    this.url = url;
    this.lease = lease;
    this.client = client;
    this.session = client.session();
    this.largeValues = client.largeValues(this::olderPiece);
    this.settings = new SessionSettings(url);
    this.readOnly = url.flag(ConnectionOption.READ_ONLY);
  }

  static ThetisConnection open(ThetisUrl url) throws SQLException {
    SharedClients.Lease lease = SharedClients.acquire(url.addresses(), url.clientOptions());
    SqlClient client = null;
    try {
      client = lease.connect();
      requireDatabase(url.database(), client.server());
      return new ThetisConnection(url, lease, client);
    } catch (SQLException e) {
      if (client != null) {
        client.close();
      }
      SharedClients.release(lease);
      throw e;
    }
  }

  private static void requireDatabase(String wanted, ServerInfo server) throws SQLException {
    if (!wanted.isEmpty() && !wanted.equals(server.cluster())) {
      throw SqlErrors.of(
          "3D000",
          "There is no database \"" + wanted + "\" here; it is \"" + server.cluster() + "\".");
    }
  }

  ThetisUrl url() {
    return url;
  }

  ServerInfo server() {
    return client.server();
  }

  @Override
  void requireOpen() throws SQLException {
    if (closed) {
      throw SqlErrors.closed("connection");
    }
  }

  @Override
  ThetisConnection self() {
    return this;
  }

  /** Runs a statement in this connection's modes. */
  Result execute(
      String given, byte[] arguments, int flags, long maxRows, int fetchRows, int timeoutS)
      throws SQLException {
    requireOpen();
    String sql = settings.executed(given, this::describe);
    if (temporary().isMissingFor(sql)) {
      String schema = TemporarySchema.of(server().sessionBase());
      run(TemporaryTables.creationOf(schema), timeoutS);
      temporary().created(schema);
    }
    boolean open = session.inTransaction();
    String sent = settings.sent(sql, open || !autoCommit);
    SqlStatementSpec spec =
        new SqlStatementSpec(
            sent,
            arguments,
            flags | (isRemoval(sent) ? modes() & ~READ_ONLY : modes()),
            maxRows,
            fetchRows,
            timeouts().ofStatementUs(timeoutS));
    boolean alone = autoCommit && !session.hasOpenWork();
    SqlOutcome outcome = alone ? AutoCommitRun.of(session, spec) : session.execute(spec);
    if (open && !session.inTransaction()) {
      timeouts().endTransaction();
    }
    Result result = succeeded(outcome).result();
    if (isRemoval(sent)) {
      temporary().forget();
    }
    temporary().ran(sql);
    return result;
  }

  private boolean isRemoval(String sent) {
    return temporary().schema() != null && sent.equals(temporary().removal());
  }

  private TemporaryTables temporary() {
    return settings.temporary();
  }

  private Timeouts timeouts() {
    return settings.timeouts();
  }

  private int modes() {
    return (autoCommit ? SqlRequest.Statement.AUTO_COMMIT : 0)
        | (readOnly ? READ_ONLY : 0)
        | isolationFlag();
  }

  private int isolationFlag() {
    return switch (settings.isolation()) {
      case TRANSACTION_SERIALIZABLE -> SqlRequest.Statement.SERIALIZABLE;
      case TRANSACTION_READ_COMMITTED -> SqlRequest.Statement.READ_COMMITTED;
      default -> 0;
    };
  }

  private SqlOutcome succeeded(SqlOutcome outcome) throws SQLException {
    if (outcome.end().isCommitted()) {
      return outcome;
    }
    if (session.isEnded()) {
      leave();
      throw SqlErrors.of(
          outcome.end().isUnknown() ? SqlErrors.OUTCOME_UNKNOWN : SqlErrors.CONNECTION_LOST,
          "The connection was closed while it waited: " + outcome.end().message());
    }
    if (outcome.end().code() == ErrorCode.TEMPORARY_TABLES_LOST) {
      temporary().forget();
    }
    throw SqlErrors.of(outcome.end());
  }

  /** Values that are too long for a statement. */
  LargeValues largeValues() throws SQLException {
    requireOpen();
    return largeValues;
  }

  /** A piece as the open transaction sees it; null if there is no such, or no transaction. */
  private byte[] olderPiece(long id, int piece) {
    if (closed || !session.inTransaction()) {
      return null;
    }
    SqlOutcome outcome =
        session.execute(
            new SqlStatementSpec(
                LargeValues.GET,
                ValueCodec.encode(List.of(List.of(id, piece))),
                modes(),
                0,
                0,
                timeouts().defaultUs()));
    return outcome.end().isCommitted() ? LargeValues.piece(outcome.result()) : null;
  }

  Result fetch(long cursor, int fetchRows, int timeoutS) throws SQLException {
    requireOpen();
    return succeeded(session.fetch(cursor, fetchRows, timeouts().ofStatementUs(timeoutS))).result();
  }

  void closeCursor(long cursor) {
    if (!closed) {
      session.closeCursor(cursor);
    }
  }

  SqlOutcome describe(String sql) throws SQLException {
    requireOpen();
    return succeeded(session.describe(settings.described(sql)));
  }

  void cancel() {
    session.cancel();
  }

  private void run(String sql) throws SQLException {
    run(sql, 0);
  }

  private void run(String sql, int timeoutS) throws SQLException {
    execute(sql, ThetisStatement.NO_ARGUMENTS, 0, 0, 0, timeoutS);
  }

  @Override
  public void setAutoCommit(boolean enable) throws SQLException {
    requireOpen();
    if (enable != autoCommit) {
      if (session.inTransaction()) {
        commitNow();
      }
      autoCommit = enable;
    }
  }

  @Override
  public boolean getAutoCommit() throws SQLException {
    requireOpen();
    return autoCommit;
  }

  private void requireManualCommit(String what) throws SQLException {
    requireOpen();
    if (autoCommit) {
      throw SqlErrors.of("25000", what + " makes no sense while auto-commit is on.");
    }
  }

  @Override
  public void commit() throws SQLException {
    requireManualCommit("COMMIT");
    commitNow();
  }

  private void commitNow() throws SQLException {
    timeouts().endTransaction();
    if (endsByStatement()) {
      run("COMMIT", COMMIT_TIMEOUT_S);
    }
    temporary().transactionEnded();
  }

  private boolean endsByStatement() {
    return temporary().endWithTransaction() || (session.hasOpenWork() && !session.endReading());
  }

  /** Ends what is open; that nothing is open any more is as good. */
  @Override
  public void rollback() throws SQLException {
    requireManualCommit("ROLLBACK");
    timeouts().endTransaction();
    if (!endsByStatement()) {
      return;
    }
    try {
      run("ROLLBACK");
      temporary().transactionEnded();
    } catch (SQLException e) {
      if (!SqlErrors.isSerializationFailure(e)) {
        throw e;
      }
    }
  }

  @Override
  public Savepoint setSavepoint() throws SQLException {
    requireManualCommit("A savepoint");
    return set(new ThetisSavepoint(++savepoints, null));
  }

  @Override
  public Savepoint setSavepoint(String name) throws SQLException {
    requireManualCommit("A savepoint");
    if (name == null || name.isEmpty()) {
      throw SqlErrors.badArgument("A savepoint needs a name, or none at all.");
    }
    return set(new ThetisSavepoint(0, name));
  }

  private Savepoint set(ThetisSavepoint savepoint) throws SQLException {
    run("SAVEPOINT " + savepoint.quoted());
    return savepoint;
  }

  private static ThetisSavepoint ours(Savepoint savepoint) throws SQLException {
    if (savepoint instanceof ThetisSavepoint own) {
      return own;
    }
    throw SqlErrors.of("3B001", "The savepoint is not of this driver.");
  }

  @Override
  public void rollback(Savepoint savepoint) throws SQLException {
    requireManualCommit("A savepoint");
    run("ROLLBACK TO SAVEPOINT " + ours(savepoint).quoted());
  }

  @Override
  public void releaseSavepoint(Savepoint savepoint) throws SQLException {
    requireManualCommit("A savepoint");
    run("RELEASE SAVEPOINT " + ours(savepoint).quoted());
  }

  private void requireNoTransaction(String what) throws SQLException {
    requireOpen();
    if (session.inTransaction()) {
      throw SqlErrors.of("25001", what + " cannot change while a transaction is open.");
    }
  }

  /** SERIALIZABLE is for the server to give or to refuse, with each statement. */
  @Override
  public void setTransactionIsolation(int level) throws SQLException {
    requireNoTransaction("The isolation");
    settings.isolation(level);
  }

  @Override
  public int getTransactionIsolation() throws SQLException {
    requireOpen();
    return settings.isolation();
  }

  @Override
  public void setReadOnly(boolean newReadOnly) throws SQLException {
    requireNoTransaction("Read-only");
    readOnly = newReadOnly;
  }

  @Override
  public boolean isReadOnly() throws SQLException {
    requireOpen();
    return readOnly;
  }

  @Override
  public void setHoldability(int holdability) throws SQLException {
    requireOpen();
    requireHoldability(holdability);
  }

  @Override
  public int getHoldability() throws SQLException {
    requireOpen();
    return Limits.HOLDABILITY;
  }

  @Override
  public DatabaseMetaData getMetaData() throws SQLException {
    requireOpen();
    return new ThetisDatabaseMetaData(this);
  }

  /** There are no catalogs; as JDBC has it, the request is ignored. */
  @Override
  public void setCatalog(String catalog) throws SQLException {
    requireOpen();
  }

  @Override
  public String getCatalog() throws SQLException {
    requireOpen();
    return null;
  }

  @Override
  public void setSchema(String schema) throws SQLException {
    requireOpen();
    if (schema != null && !schema.equals(getSchema())) {
      String known = schema.equals(ObjectName.PUBLIC) ? schema : knownSchema(schema);
      settings.searchPath(SearchPathText.of(List.of(known)));
    }
  }

  /**
   * A name that is not well spelt is an error at once, and not with the first table; case may
   * differ.
   */
  private String knownSchema(String schema) throws SQLException {
    List<String> all = new ArrayList<>();
    boolean hadTransaction = session.inTransaction();
    try (Statement statement = createStatement();
        ResultSet rows = statement.executeQuery(SCHEMAS)) {
      while (rows.next()) {
        all.add(rows.getString(1));
      }
    }
    if (!hadTransaction) {
      session.endReading();
    }
    String folded = schema.toLowerCase(Locale.ROOT);
    if (!all.contains(schema) && !all.contains(folded)) {
      throw SqlErrors.of("3F000", "There is no schema \"" + schema + "\".");
    }
    return all.contains(schema) ? schema : folded;
  }

  @Override
  public String getSchema() throws SQLException {
    requireOpen();
    return settings.searchPath().schemas().isEmpty()
        ? null
        : settings.searchPath().schemas().get(0);
  }

  @Override
  public boolean isValid(int timeoutS) throws SQLException {
    if (timeoutS < 0) {
      throw SqlErrors.badArgument("The time-out cannot be " + timeoutS + ".");
    }
    return !closed && session.ping(timeouts().ofStatementUs(timeoutS));
  }

  @Override
  public void setNetworkTimeout(Executor executor, int milliseconds) throws SQLException {
    requireOpen();
    networkTimeoutMs = ThetisStatement.checkedSize("network time-out", milliseconds);
    session.networkTimeoutMs(milliseconds);
  }

  @Override
  public int getNetworkTimeout() throws SQLException {
    requireOpen();
    return networkTimeoutMs;
  }

  @Override
  public void setClientInfo(String name, String value) throws SQLClientInfoException {
    if (closed) {
      throw SqlErrors.clientInfo("The connection is closed.");
    }
    warnIfUnknown(name);
    if (value == null) {
      settings.clientInfo().remove(name);
    } else {
      settings.clientInfo().setProperty(name, value);
    }
  }

  @Override
  public void setClientInfo(Properties properties) throws SQLClientInfoException {
    if (closed) {
      throw SqlErrors.clientInfo("The connection is closed.");
    }
    properties.keySet().forEach(this::warnIfUnknown);
    settings.clientInfo().clear();
    settings.clientInfo().putAll(properties);
  }

  @Override
  public String getClientInfo(String name) throws SQLException {
    requireOpen();
    return settings.clientInfo().getProperty(name);
  }

  @Override
  public Properties getClientInfo() throws SQLException {
    requireOpen();
    Properties copy = new Properties();
    copy.putAll(settings.clientInfo());
    return copy;
  }

  @Override
  public SQLWarning getWarnings() throws SQLException {
    requireOpen();
    return warnings;
  }

  @Override
  public void clearWarnings() throws SQLException {
    requireOpen();
    warnings = null;
  }

  /** It is kept, and does nothing; as JDBC has it, that is no error. */
  private void warnIfUnknown(Object name) {
    if (!CLIENT_INFO.contains(name)) {
      SQLWarning more =
          new SQLWarning("Client info \"" + name + "\" is kept, and changes nothing.", "01000");
      if (warnings == null) {
        warnings = more;
      } else {
        warnings.setNextWarning(more);
      }
    }
  }

  @Override
  public boolean isClosed() {
    return closed;
  }

  /** Closes its statements; an open transaction is rolled back. */
  @Override
  public void close() throws SQLException {
    if (!closed) {
      closeStatements();
      dropTemporaryTables();
      session.close();
      leave();
    }
  }

  /** If they cannot be dropped now, the cluster does it when it has heard nothing for a while. */
  private void dropTemporaryTables() {
    if (temporary().schema() == null || session.isEnded()) {
      return;
    }
    try {
      if (session.hasOpenWork() && !session.endReading()) {
        run("ROLLBACK", CLOSE_TIMEOUT_S);
      }
      run(temporary().removal(), CLOSE_TIMEOUT_S);
    } catch (SQLException e) {
      temporary().forget();
    }
  }

  @Override
  public void abort(Executor executor) throws SQLException {
    if (executor == null) {
      throw SqlErrors.badArgument("The executor is null.");
    }
    if (!closed) {
      session.abort();
      leave();
    }
  }

  private void leave() {
    synchronized (client) {
      if (closed) {
        return;
      }
      closed = true;
    }
    client.close();
    SharedClients.release(lease);
  }
}
