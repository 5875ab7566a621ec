package org.thetisdb.relational.database;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.relational.log.LogHead;

/**
 * One connection to a database that is a partition. It runs one transaction at a time in the
 * database's own, remembers what that has written, and commits it together with the place in the
 * log. All methods wait for the database; for one thread at a time, but for {@link #abandon}.
 */
public final class JdbcEngine implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(JdbcEngine.class);
  private static final int MOST_STATEMENTS = 256;
  private static final int LEAST_STATEMENTS_LEFT = 16;

  private final Connection connection;
  private final DatabaseDialect dialect;
  private final PositionRow position;
  private final DrawnColumns drawn;

  /** Whether COMMIT could still find fault with rows. */
  private boolean hasDeferred;

  /** Null if the database cannot prepare. */
  private PreparedTransactions votes;

  /** The place of what is prepared; null if nothing is. */
  private LogHead voted;

  /** Prepared statements by their texts, the one used longest ago first. */
  private final Map<String, Prepared> prepared =
      new LinkedHashMap<>(LEAST_STATEMENTS_LEFT, 0.75f, true);

  private List<RedoRecord> written = new ArrayList<>();
  private LogHead at;

  private record Prepared(PreparedStatement statement, SqlRules rules) {}

  private JdbcEngine(Connection connection, DatabaseDialect dialect) {
    this.connection = connection;
    this.dialect = dialect;
    this.position = new PositionRow(connection, dialect);
    this.drawn = new DrawnColumns(connection);
  }

  /**
   * Connects to a database, and makes its table {@code thetis_position} if there is none.
   *
   * @param partition that the database is
   * @throws DatabaseException if it cannot be reached, or is another partition
   */
  public static JdbcEngine open(DatabaseLogin login, long partition, DatabaseLimits limits) {
    Connection connection = login.open();
    try {
      // PostgreSQL's driver would take the pause of a lock for a broken line without some room.
      connection.setNetworkTimeout(Runnable::run, limits.statementMs() + limits.lockMs());
      connection.setAutoCommit(true);
      DatabaseDialect dialect = DatabaseDialect.of(connection);
      DatabaseDialect.say(connection, dialect.settings(limits));
      connection.setAutoCommit(false);
      JdbcEngine engine = new JdbcEngine(connection, dialect);
      engine.at = engine.position.read(partition);
      engine.hasDeferred = DatabaseDialect.holds(connection, dialect.hasDeferred());
      if (DatabaseDialect.holds(connection, dialect.canPrepare())) {
        engine.votes = new PreparedTransactions(connection);
      }
      connection.commit();
      return engine;
    } catch (SQLException e) {
      abort(connection, Runnable::run);
      throw DatabaseException.of(e);
    } catch (DatabaseException e) {
      abort(connection, Runnable::run);
      throw e;
    }
  }

  /** {@return what the database has committed of its log} */
  public LogHead position() {
    return at;
  }

  /** {@return whether the open transaction has written something} */
  public boolean hasWritten() {
    return !written.isEmpty();
  }

  /** {@return what the open transaction has written, for the log} */
  public byte[] record() {
    return RedoRecord.encode(written);
  }

  /** {@return a record that changes nothing} */
  public static byte[] emptyRecord() {
    return RedoRecord.NOTHING;
  }

  /**
   * Runs statements in the open transaction, which begins with the first.
   *
   * @return what each answers
   * @throws DatabaseException if one fails; the transaction has to be rolled back then, or back to
   *     a savepoint
   */
  public List<DatabaseResult> run(List<DatabaseStatement> statements) {
    List<DatabaseResult> results = new ArrayList<>(statements.size());
    for (DatabaseStatement statement : statements) {
      results.add(run(statement));
    }
    return results;
  }

  private DatabaseResult run(DatabaseStatement statement) {
    try {
      Prepared known = prepare(statement.sql());
      DatabaseResult result = execute(known.statement(), statement.parameters());
      if (known.rules().writes()) {
        written.add(new RedoRecord(statement, result.changed(), SqlValues.hash(result.rows())));
      }
      return result;
    } catch (SQLException e) {
      throw DatabaseException.of(e);
    }
  }

  private static DatabaseResult execute(PreparedStatement statement, List<Object> parameters)
      throws SQLException {
    SqlValues.set(statement, parameters);
    if (!statement.execute()) {
      return new DatabaseResult(Math.max(0, statement.getLargeUpdateCount()), List.of(), List.of());
    }
    try (ResultSet rows = statement.getResultSet()) {
      return SqlValues.read(rows);
    }
  }

  private Prepared prepare(String sql) throws SQLException {
    Prepared known = prepared.get(sql);
    if (known == null) {
      SqlRules rules = SqlRules.of(sql);
      if (rules.writes()) {
        drawn.require(rules);
      }
      known = new Prepared(connection.prepareStatement(sql), rules);
      prepared.put(sql, known);
      if (prepared.size() > MOST_STATEMENTS) {
        prepared.remove(prepared.keySet().iterator().next()).statement().close();
      }
    }
    return known;
  }

  /**
   * Whether none of these statements changes anything.
   *
   * @throws DatabaseException 0A000 if one cannot be repeated
   */
  public static boolean onlyReads(List<DatabaseStatement> statements) {
    return statements.stream().noneMatch(statement -> SqlRules.of(statement.sql()).writes());
  }

  /**
   * Does again what a record says, in the open transaction.
   *
   * @throws DatabaseException if the database answers otherwise than the first time
   */
  public void repeat(byte[] record) {
    for (RedoRecord before : RedoRecord.decode(record)) {
      DatabaseResult now = run(before.statement());
      if (now.changed() != before.changed() || SqlValues.hash(now.rows()) != before.rows()) {
        throw DatabaseException.of(
            "55000",
            "The database differs from the one that ran it first: \"%s\" changed %d rows, then %d"
                .formatted(before.statement().sql(), before.changed(), now.changed()));
      }
    }
  }

  /**
   * Makes sure that the open transaction can be committed.
   *
   * @param to the place that it is to have in the log
   * @param prepares whether the database prepares it, if it can: then it survives any crash with
   *     its locks, until it is committed or rolled back
   * @throws DatabaseException if it cannot be committed, such as by a deferred constraint
   */
  public void vote(LogHead to, boolean prepares) {
    try {
      if (prepares && votes != null) {
        position.move(at, to);
        votes.prepare(to);
        voted = to;
      } else if (hasDeferred) {
        DatabaseDialect.say(connection, dialect.check());
      }
    } catch (SQLException e) {
      throw DatabaseException.of(e);
    }
  }

  /**
   * {@return the places of transactions that were prepared over connections that are gone, and wait
   * for {@link #decide}}
   */
  public List<LogHead> undecided() {
    try {
      return votes == null ? List.of() : votes.undecided();
    } catch (SQLException e) {
      throw DatabaseException.of(e);
    }
  }

  /** Ends one of those. */
  public void decide(LogHead to, boolean commits) {
    try {
      votes.decide(to, commits);
      at = commits ? to : at;
    } catch (SQLException e) {
      throw DatabaseException.of(e);
    }
  }

  /**
   * Commits the open transaction as the next in the log. It is durable behind the next {@link
   * #flush} only; before that a crash of the database may lose it with its place, so that it is
   * repeated.
   *
   * @param to the place behind it
   * @throws DatabaseException if it is not committed, or nobody knows whether it is; look at a new
   *     connection
   */
  public void commit(LogHead to) {
    try {
      if (voted == null) {
        position.moveAndCommit(at, to);
      } else {
        votes.decide(voted, true);
        voted = null;
      }
      at = to;
      written = new ArrayList<>();
    } catch (SQLException e) {
      throw DatabaseException.of(e);
    }
  }

  /** Ends the open transaction as if it had never begun. */
  public void rollback() {
    written = new ArrayList<>();
    try {
      if (voted != null) {
        votes.decide(voted, false);
        voted = null;
      }
      connection.rollback();
    } catch (SQLException e) {
      throw DatabaseException.of(e);
    }
  }

  /** Returns when all that was committed is on the database's disk. No transaction is open. */
  public void flush() {
    try {
      if (!dialect.flush().isEmpty()) {
        DatabaseDialect.say(connection, dialect.flush());
      }
      connection.commit();
    } catch (SQLException e) {
      throw DatabaseException.of(e);
    }
  }

  /** A place in the open transaction. */
  public static final class Mark {
    private final Savepoint savepoint;
    private final int written;

    private Mark(Savepoint savepoint, int written) {
      this.savepoint = savepoint;
      this.written = written;
    }
  }

  /** {@return a place to which the open transaction can go back} */
  public Mark mark() {
    try {
      return new Mark(connection.setSavepoint(), written.size());
    } catch (SQLException e) {
      throw DatabaseException.of(e);
    }
  }

  /** What was run behind a mark is undone. */
  public void backTo(Mark mark) {
    try {
      connection.rollback(mark.savepoint);
      connection.releaseSavepoint(mark.savepoint);
      written.subList(mark.written, written.size()).clear();
    } catch (SQLException e) {
      throw DatabaseException.of(e);
    }
  }

  /** The records behind a mark. */
  byte[] recordSince(Mark mark) {
    return RedoRecord.encode(written.subList(mark.written, written.size()));
  }

  /** Nobody goes back to this mark any more. */
  void forget(Mark mark) {
    try {
      connection.releaseSavepoint(mark.savepoint);
    } catch (SQLException e) {
      throw DatabaseException.of(e);
    }
  }

  /** {@return a number for all rows, never 0, by which two databases are compared} */
  public long digest() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      new TableDump(connection)
          .write(new DigestOutputStream(OutputStream.nullOutputStream(), digest));
      return ByteBuffer.wrap(digest.digest()).getLong() | 1;
    } catch (SQLException e) {
      throw DatabaseException.of(e);
    } catch (IOException | NoSuchAlgorithmException e) {
      throw new IllegalStateException("a hash in memory does not fail", e);
    }
  }

  Connection connection() {
    return connection;
  }

  /** Breaks off whatever waits for the database, on any thread; the connection is lost. */
  public void abandon() {
    abort(connection, Runnable::run);
  }

  /**
   * Closes a connection, whatever waits in it. Some drivers know no abort and return at once, and
   * PostgreSQL's asks for a permission that JDK 24 and above give nobody.
   */
  private static void abort(Connection connection, Executor executor) {
    try {
      connection.abort(executor);
    } catch (SQLException | SecurityException e) {
      LOG.debug("no abort, so it is closed: {}", e.getMessage());
    }
    try {
      connection.close();
    } catch (SQLException e) {
      LOG.debug("it is gone already: {}", e.getMessage());
    }
  }

  /** Ends the connection; what is open is rolled back. */
  @Override
  public void close() {
    abandon();
  }
}
