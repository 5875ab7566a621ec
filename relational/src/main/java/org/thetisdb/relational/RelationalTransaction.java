package org.thetisdb.relational;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.thetisdb.client.AbortedException;
import org.thetisdb.client.CallException;
import org.thetisdb.client.NotRunException;
import org.thetisdb.client.OutcomeUnknownException;
import org.thetisdb.client.ResultLostException;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.relational.database.DatabaseException;
import org.thetisdb.relational.database.DatabaseResult;
import org.thetisdb.relational.database.DatabaseStatement;
import org.thetisdb.relational.database.JdbcEngine;
import org.thetisdb.relational.database.JdbcEngine.Mark;
import org.thetisdb.relational.log.LogFragments;
import org.thetisdb.relational.log.LogHead;

/**
 * A transaction over one database or several, serializable among all transactions of all hosts. Its
 * statements run at once and answer with rows; {@link #commit} makes all of it durable in the
 * cluster's log, and then the databases commit. Nothing of it is seen by others before.
 *
 * <p>Every method throws {@link RelationalException}; nothing has happened then unless its SQLState
 * is {@link RelationalException#UNKNOWN}. For one thread at a time.
 */
public final class RelationalTransaction implements AutoCloseable {
  private static final int MOST_RECORD_BYTES = 4 << 20;

  private final ClusterLog log;
  private final SortedMap<Long, PartitionLine> lines;
  private final int statementMs;
  private final boolean prepares;
  private final Map<Long, ArrayDeque<Mark>> marks = new HashMap<>();
  private boolean isOpen = true;

  /** One that has the turn at all of these lines, and gives it back. */
  RelationalTransaction(
      ClusterLog log, SortedMap<Long, PartitionLine> lines, CloudOptions options) {
    this.log = log;
    this.lines = lines;
    this.statementMs = options.limits().statementMs();
    this.prepares = options.prepares();
  }

  /**
   * Runs one statement at one partition.
   *
   * @param partition one of those with which the transaction was begun
   * @param sql in that database's dialect
   * @param parameters for its question marks
   * @return what it answers
   */
  public DatabaseResult execute(long partition, String sql, Object... parameters) {
    return execute(partition, List.of(DatabaseStatement.of(sql, parameters))).get(0);
  }

  /**
   * Runs a fragment: statements one after the other at one partition. If one fails, all of the
   * transaction is rolled back.
   *
   * @return what each answers
   */
  public List<DatabaseResult> execute(long partition, List<DatabaseStatement> statements) {
    return execute(Map.of(partition, statements)).get(partition);
  }

  /**
   * Runs a round: a fragment at each of several partitions, side by side.
   *
   * @param fragments by numbers of partitions
   * @return what each statement answers
   */
  public Map<Long, List<DatabaseResult>> execute(Map<Long, List<DatabaseStatement>> fragments) {
    requireOpen(fragments.keySet().toArray(Long[]::new));
    Map<Long, Future<List<DatabaseResult>>> elsewhere = new TreeMap<>();
    Map<Long, List<DatabaseResult>> results = new TreeMap<>();
    try {
      for (Map.Entry<Long, List<DatabaseStatement>> fragment : fragments.entrySet()) {
        Function<JdbcEngine, List<DatabaseResult>> work = engine -> engine.run(fragment.getValue());
        PartitionLine line = line(fragment.getKey());
        if (elsewhere.size() + 1 < fragments.size()) {
          elsewhere.put(fragment.getKey(), line.there(work));
        } else {
          results.put(fragment.getKey(), line.here(work)); // the last one needs no other thread
        }
      }
      elsewhere.forEach(
          (partition, work) ->
              results.put(
                  partition,
                  line(partition)
                      .await(work, (long) statementMs * fragments.get(partition).size())));
      return results;
    } catch (RelationalException e) {
      rollback();
      throw e;
    }
  }

  /**
   * Runs a fragment that can be undone. If a statement fails, only the fragment is undone, and the
   * transaction goes on.
   *
   * @return what each statement answers
   */
  public List<DatabaseResult> attempt(long partition, DatabaseStatement... statements) {
    requireOpen(partition);
    Mark mark = use(partition, JdbcEngine::mark);
    try {
      List<DatabaseResult> results = tried(partition, mark, Arrays.asList(statements));
      marks.computeIfAbsent(partition, each -> new ArrayDeque<>()).addLast(mark);
      return results;
    } catch (DatabaseException e) {
      throw RelationalException.of(partition, e);
    }
  }

  private List<DatabaseResult> tried(
      long partition, Mark mark, List<DatabaseStatement> statements) {
    Object[] failure = new Object[1];
    List<DatabaseResult> results =
        use(
            partition,
            engine -> {
              try {
                return engine.run(statements);
              } catch (DatabaseException e) {
                if (e.isLost()) {
                  throw e;
                }
                engine.backTo(mark);
                failure[0] = e;
                return List.of();
              }
            });
    if (failure[0] != null) {
      throw (DatabaseException) failure[0];
    }
    return results;
  }

  /**
   * Undoes the last fragment of {@link #attempt} at a partition that is not undone yet, and all
   * that was run there behind it.
   */
  public void undo(long partition) {
    requireOpen(partition);
    ArrayDeque<Mark> known = marks.get(partition);
    if (known == null || known.isEmpty()) {
      throw new IllegalStateException("there is nothing to undo at partition " + partition);
    }
    Mark mark = known.removeLast();
    use(
        partition,
        engine -> {
          engine.backTo(mark);
          return mark;
        });
  }

  private <T> T use(long partition, Function<JdbcEngine, T> work) {
    try {
      return line(partition).here(work);
    } catch (RelationalException e) {
      rollback();
      throw e;
    }
  }

  private PartitionLine line(long partition) {
    return lines.get(partition);
  }

  private void requireOpen(Long... partitions) {
    if (!isOpen) {
      throw new IllegalStateException("the transaction has ended");
    }
    if (!lines.keySet().containsAll(Arrays.asList(partitions))) {
      throw new IllegalArgumentException(
          "Partitions %s are not all of those with which the transaction was begun, %s."
              .formatted(Arrays.toString(partitions), lines.keySet()));
    }
  }

  /**
   * Commits. When it returns, the transaction is in the log of each partition, and the databases
   * get it whatever becomes of them or of this process.
   *
   * @throws RelationalException 40001 if another host was faster: run all of it again
   */
  public void commit() {
    requireOpen();
    Map<Long, byte[]> records = new TreeMap<>();
    lines.forEach(
        (partition, line) -> {
          byte[] record = use(partition, e -> e.hasWritten() ? e.record() : null);
          if (record != null) {
            records.put(partition, record);
          }
        });
    int bytes = records.values().stream().mapToInt(record -> record.length).sum();
    if (bytes > MOST_RECORD_BYTES) {
      rollback();
      throw new RelationalException(
          "54000",
          "A transaction writes %d bytes of statements, more than %d."
              .formatted(bytes, MOST_RECORD_BYTES));
    }
    vote(records);
    append(records);
    isOpen = false;
    lines.forEach(
        (partition, line) -> {
          byte[] record = records.get(partition);
          if (record == null) {
            line.rollbackLater();
          } else {
            line.commit(line.at().next(record), lines.size() == 1);
          }
        });
  }

  /** Each database says that it can commit; from here on only the log decides. */
  private void vote(Map<Long, byte[]> records) {
    records.forEach(
        (partition, record) -> {
          LogHead to = line(partition).at().next(record);
          use(
              partition,
              engine -> {
                engine.vote(to, prepares);
                return to;
              });
        });
  }

  private void append(Map<Long, byte[]> records) {
    Map<Long, byte[]> fragments = new TreeMap<>();
    lines.forEach(
        (partition, line) -> {
          LogHead at = line.at();
          byte[] record = records.get(partition);
          fragments.put(
              partition,
              record != null
                  ? LogFragments.append(at.version(), at.chain(), record)
                  : readAt(at, records.isEmpty()));
        });
    try {
      log.run(fragments);
    } catch (ResultLostException e) {
      // It has committed, and what it answers is known.
      return;
    } catch (AbortedException e) {
      throw lost(e);
    } catch (NotRunException e) {
      rollback();
      throw RelationalException.of(e);
    } catch (OutcomeUnknownException e) {
      settle(records, e);
    }
  }

  /** What was read is still so when all the rest is written, too. */
  private static byte[] readAt(LogHead at, boolean isReadOnly) {
    return isReadOnly
        ? LogFragments.see(at.version(), at.chain())
        : LogFragments.check(at.version(), at.chain());
  }

  private RelationalException lost(AbortedException e) {
    boolean isConflict =
        e.getMessage().startsWith(LogFragments.BEHIND)
            || e.sqlState().equals(RelationalException.CONFLICT);
    isOpen = false;
    lines.values().forEach(PartitionLine::followLater);
    return isConflict
        ? new RelationalException(
            RelationalException.CONFLICT,
            "Another host was faster. Run the transaction again. (" + e.getMessage() + ")")
        : new RelationalException(
            e.code() == ErrorCode.ABORTED_BY_PROCEDURE ? "53400" : e.sqlState(), e.getMessage());
  }

  /**
   * Nobody knows whether the records were appended, or still will be. An empty record in their
   * place makes sure of it: either it goes in, and they never can, or it does not, and what stands
   * there is looked at.
   */
  private void settle(Map<Long, byte[]> records, OutcomeUnknownException unknown) {
    if (records.isEmpty()) {
      rollback();
      throw RelationalException.of(unknown);
    }
    Map.Entry<Long, byte[]> one = records.entrySet().iterator().next();
    long partition = one.getKey();
    LogHead at = line(partition).at();
    LogHead wanted = at.next(one.getValue());
    try {
      byte[] nothing = JdbcEngine.emptyRecord();
      log.run(Map.of(partition, LogFragments.append(at.version(), at.chain(), nothing)));
    } catch (AbortedException e) {
      if (e.getMessage().startsWith(LogFragments.BEHIND) && isThere(partition, at, wanted)) {
        return;
      }
      throw lost(e);
    } catch (CallException e) {
      isOpen = false;
      lines.values().forEach(PartitionLine::reopenLater);
      throw new RelationalException(
          RelationalException.UNKNOWN,
          "Nobody knows whether the transaction has committed. (" + unknown.describe() + ")");
    }
    isOpen = false;
    lines.values().forEach(PartitionLine::followLater);
    throw new RelationalException(
        RelationalException.CONFLICT,
        "The cluster did not take the transaction in time. Run it again.");
  }

  private boolean isThere(long partition, LogHead at, LogHead wanted) {
    byte[] read = LogFragments.read(at.version() + 1);
    List<byte[]> records =
        LogFragments.page(log.run(Map.of(partition, read)).get(partition)).records();
    return !records.isEmpty() && at.next(records.get(0)).equals(wanted);
  }

  /** Rolls back, if it has not ended. */
  public void rollback() {
    if (isOpen) {
      isOpen = false;
      lines.values().forEach(PartitionLine::rollbackLater);
    }
  }

  /** Rolls back, if it has not ended. */
  @Override
  public void close() {
    rollback();
  }
}
