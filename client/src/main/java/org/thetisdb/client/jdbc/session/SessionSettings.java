package org.thetisdb.client.jdbc.session;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import org.thetisdb.client.jdbc.sql.SqlErrors;
import org.thetisdb.core.wire.SearchPath;

/**
 * What a connection keeps for its statements: search path, time-out, isolation, name of the
 * application. SQL's SET, RESET and SHOW of these end here; the cluster is sent a statement that
 * changes nothing in their place, or one that gives the value. Not thread-safe.
 */
public final class SessionSettings {
  private static final String NOTHING = "SET search_path TO public";

  /** What the cluster takes, and is no setting of a connection. */
  private static final String NO_SETTING = "SET TIME ZONE 'UTC'";

  private static final int DEFAULT_ISOLATION = Connection.TRANSACTION_REPEATABLE_READ;
  private static final Map<Integer, String> ISOLATIONS =
      Map.of(
          Connection.TRANSACTION_READ_UNCOMMITTED, "read uncommitted",
          Connection.TRANSACTION_READ_COMMITTED, "read committed",
          Connection.TRANSACTION_REPEATABLE_READ, "repeatable read",
          Connection.TRANSACTION_SERIALIZABLE, "serializable");

  private final ThetisUrl url;
  private final Timeouts timeouts;
  private final Properties clientInfo = new Properties();
  private final TemporaryTables temporary = new TemporaryTables();
  private final PreparedTexts prepared = new PreparedTexts();
  private SearchPath searchPath;
  private int isolation = DEFAULT_ISOLATION;

  /** Those of a URL. */
  public SessionSettings(ThetisUrl url) throws SQLException {
    this.url = url;
    this.timeouts = new Timeouts(url.ms(ConnectionOption.STATEMENT_TIMEOUT_MS) * 1_000L);
    this.searchPath = pathOfUrl();
    applicationName(url.option(ConnectionOption.APPLICATION_NAME));
  }

  private SearchPath pathOfUrl() throws SQLException {
    return SearchPathText.ofOption(url.option(ConnectionOption.CURRENT_SCHEMA));
  }

  /** How long statements may take. */
  public Timeouts timeouts() {
    return timeouts;
  }

  /** The path as it was set. */
  public SearchPath searchPath() {
    return searchPath;
  }

  /** The path that statements are sent with: temporary tables come first. */
  public SearchPath sentPath() {
    return temporary.schema() == null ? searchPath : searchPath.withTemporary(temporary.schema());
  }

  /**
   * The statement that EXECUTE stands for; one that changes nothing for PREPARE and DEALLOCATE,
   * which are done here; all others as they are.
   */
  public String executed(String sql, PreparedTexts.Check check) throws SQLException {
    if (!PreparedTexts.mayBe(sql)) {
      return sql;
    }
    String executed = prepared.run(sql, check);
    return executed == null ? NO_SETTING : executed;
  }

  /** The statement by which the cluster reports what another one takes and returns. */
  public String described(String sql) throws SQLException {
    if (PreparedTexts.mayBe(sql)) {
      String executed = prepared.described(sql);
      return executed == null ? NO_SETTING : sentPath().appendTo(executed);
    }
    SetConfig config = SetConfig.of(sql);
    if (config != null) {
      return config.query();
    }
    if (SearchPathText.ofStatement(sql) != null) {
      return NOTHING;
    }
    SessionCommand command = SessionCommand.of(sql);
    if (command == null) {
      return sentPath().appendTo(sql);
    }
    return command.kind() == SessionCommand.Kind.SHOW ? shownBy(command.setting()) : NOTHING;
  }

  private String shownBy(SessionCommand.Setting setting) {
    String value = shown(setting).replace("'", "''");
    return "SELECT CAST('%s' AS VARCHAR) AS \"%s\"".formatted(value, setting.label());
  }

  /** Where its temporary tables are. */
  public TemporaryTables temporary() {
    return temporary;
  }

  /** Takes another path. */
  public void searchPath(SearchPath path) {
    searchPath = path;
  }

  /** What the application says of itself; the connection's own, to be changed. */
  public Properties clientInfo() {
    return clientInfo;
  }

  /** The isolation as JDBC numbers it. */
  public int isolation() {
    return isolation;
  }

  /** Takes another isolation; READ UNCOMMITTED becomes READ COMMITTED. */
  public void isolation(int level) throws SQLException {
    if (!ISOLATIONS.containsKey(level)) {
      throw SqlErrors.unsupported("Isolation level " + level);
    }
    boolean uncommitted = level == Connection.TRANSACTION_READ_UNCOMMITTED;
    isolation = uncommitted ? Connection.TRANSACTION_READ_COMMITTED : level;
  }

  /**
   * The text that is sent for a statement. One about settings is done here.
   *
   * @param inTransaction whether a transaction is open, or this statement opens one
   */
  public String sent(String sql, boolean inTransaction) throws SQLException {
    SetConfig config = SetConfig.of(sql);
    if (config != null) {
      if (config.isEmptyPath()) {
        searchPath = SearchPathText.of(List.of());
      } else {
        sent(config.statement(), inTransaction);
      }
      return config.query();
    }
    SearchPath wanted = SearchPathText.ofStatement(sql);
    if (wanted != null) {
      searchPath = wanted;
      return NOTHING;
    }
    SessionCommand command = SessionCommand.of(sql);
    return command == null ? sentPath().appendTo(sql) : done(command, inTransaction);
  }

  private String done(SessionCommand command, boolean inTransaction) throws SQLException {
    SessionCommand.Setting setting = command.setting();
    switch (command.kind()) {
      case SHOW -> {
        return shownBy(setting);
      }
      case SET -> set(setting, command.value(), inTransaction);
      case SET_LOCAL -> setLocal(setting, command.value(), inTransaction);
      case RESET -> set(setting, null, inTransaction);
      case RESET_ALL, DISCARD_ALL -> {
        requireNoTransaction(inTransaction, "This statement");
        if (command.kind() == SessionCommand.Kind.DISCARD_ALL) {
          prepared.clear();
        }
        for (SessionCommand.Setting each : SessionCommand.Setting.values()) {
          set(each, null, false);
        }
      }
      case DISCARD_TEMPORARY -> {}
    }
    boolean discards =
        command.kind() == SessionCommand.Kind.DISCARD_ALL
            || command.kind() == SessionCommand.Kind.DISCARD_TEMPORARY;
    return discards && temporary.schema() != null ? temporary.removal() : NOTHING;
  }

  private String shown(SessionCommand.Setting setting) {
    return switch (setting) {
      case STATEMENT_TIMEOUT -> timeouts.shown();
      case APPLICATION_NAME -> clientInfo.getProperty(ConnectionOption.APPLICATION_NAME.key(), "");
      case TRANSACTION_ISOLATION, DEFAULT_TRANSACTION_ISOLATION -> ISOLATIONS.get(isolation);
      case SEARCH_PATH -> searchPath.toString();
    };
  }

  /** {@code value} is null for what the URL says. */
  private void set(SessionCommand.Setting setting, String value, boolean inTransaction)
      throws SQLException {
    switch (setting) {
      case STATEMENT_TIMEOUT -> timeouts.set(value);
      case APPLICATION_NAME ->
          applicationName(value == null ? url.option(ConnectionOption.APPLICATION_NAME) : value);
      case SEARCH_PATH -> searchPath = pathOfUrl();
      case TRANSACTION_ISOLATION, DEFAULT_TRANSACTION_ISOLATION -> {
        requireNoTransaction(inTransaction, "The isolation");
        isolation(value == null ? DEFAULT_ISOLATION : levelOf(value));
      }
    }
  }

  private void setLocal(SessionCommand.Setting setting, String value, boolean inTransaction)
      throws SQLException {
    if (setting != SessionCommand.Setting.STATEMENT_TIMEOUT) {
      throw SqlErrors.unsupported("SET LOCAL " + setting.label());
    }
    if (inTransaction) { // else there is no transaction that it could be of
      timeouts.setForTransaction(value);
    }
  }

  private void applicationName(String name) {
    clientInfo.setProperty(ConnectionOption.APPLICATION_NAME.key(), name);
  }

  private static int levelOf(String name) throws SQLException {
    String plain = name.strip().toLowerCase(Locale.ROOT).replaceAll("\\s+", " ");
    for (Map.Entry<Integer, String> level : ISOLATIONS.entrySet()) {
      if (level.getValue().equals(plain)) {
        return level.getKey();
      }
    }
    throw SqlErrors.of(
        "22023",
        "\""
            + name
            + "\" is no isolation level; there are read committed, repeatable read and"
            + " serializable.");
  }

  private static void requireNoTransaction(boolean inTransaction, String what) throws SQLException {
    if (inTransaction) {
      throw SqlErrors.of(
          "25001", what + " cannot be changed within a transaction. Commit or roll back first.");
    }
  }
}
