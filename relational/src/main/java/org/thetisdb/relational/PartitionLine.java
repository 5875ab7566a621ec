package org.thetisdb.relational;

import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.client.AbortedException;
import org.thetisdb.client.CallException;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.relational.database.DatabaseException;
import org.thetisdb.relational.database.DatabaseLogin;
import org.thetisdb.relational.database.JdbcEngine;
import org.thetisdb.relational.log.LogFragments;
import org.thetisdb.relational.log.LogHead;
import org.thetisdb.relational.log.LogPage;

/**
 * One partition at one host: its database, a connection, and a thread that waits for it, so that a
 * database that hangs stops nothing but its partition. One transaction has the line at a time, by
 * its turn. Who has the turn may use the database on a thread of its own or on the line's, one call
 * at a time.
 *
 * <p>The database is a cache of the log: before a transaction begins, the line brings it to where
 * the log stood when it last looked. Whether that is the end, the append says.
 */
final class PartitionLine implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PartitionLine.class);

  /** So many versions the log keeps for this host although the database has them, at most. */
  private static final long CONFIRM_EVERY = 1_000;

  private static final long CONFIRM_MS = 5_000;
  private static final long[] PAUSES_MS = {100, 400};
  private static final int MOST_WAITING = 64;

  /** Between two tries for a database that nobody asks for. */
  private static final long REOPEN_MS = 1_000;

  /** So long opening and catching up may take in one go; what was caught up stays. */
  private static final long READY_MS = 60_000;

  private static final long GRACE_MS = 1_000;
  private static final int MOST_LOOKS = 100;
  private static final long LOOK_MS = 20;

  private final long partition;
  private final DatabaseLogin login;
  private final CloudOptions options;
  private final ClusterLog log;
  private final String host;
  private final Semaphore turn = new Semaphore(1, true);
  private final ThreadPoolExecutor thread;

  /** Null until it is opened, and when it was lost. Belongs to who has the turn. */
  private volatile JdbcEngine engine;

  private volatile LogHead at = LogHead.START;
  private volatile String trouble = "";
  private long confirmed;
  private long confirmedAtMs;
  private volatile long triedAtMs = Long.MIN_VALUE / 2;

  PartitionLine(
      long partition, DatabaseLogin login, CloudOptions options, ClusterLog log, String host) {
    this.partition = partition;
    this.login = login;
    this.options = options;
    this.log = log;
    this.host = host;
    this.thread =
        new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.MILLISECONDS,
            new ArrayBlockingQueue<>(MOST_WAITING),
            task -> {
              Thread made = new Thread(task, "thetis-partition-" + partition);
              made.setDaemon(true);
              return made;
            });
  }

  long partition() {
    return partition;
  }

  /** What the database has, as far as this host knows. */
  LogHead at() {
    return at;
  }

  /** Why the partition cannot be used; empty if it can. */
  String trouble() {
    return trouble;
  }

  /**
   * Takes the turn.
   *
   * @throws RelationalException 55P03 if others have it for too long
   */
  void take() {
    try {
      if (turn.tryAcquire(options.turnMs(), TimeUnit.MILLISECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new RelationalException(
        "55P03",
        "Partition %d was in use for %d ms.%s"
            .formatted(partition, options.turnMs(), trouble.isEmpty() ? "" : " " + trouble));
  }

  /**
   * Uses the database on the caller's thread, who has the turn and has prepared the line. A
   * connection that was lost since then is not replaced: what the transaction did is gone with it.
   */
  <T> T here(Function<JdbcEngine, T> work) {
    JdbcEngine open = engine;
    if (open == null) {
      throw new RelationalException(
          "08003", "Partition %d: the transaction has lost its connection.".formatted(partition));
    }
    try {
      return work.apply(open);
    } catch (DatabaseException e) {
      throw failed(e);
    }
  }

  /** The same on the line's thread. */
  <T> Future<T> there(Function<JdbcEngine, T> work) {
    return submit(() -> here(work));
  }

  private <T> Future<T> submit(Callable<T> work) {
    try {
      return thread.submit(work);
    } catch (RejectedExecutionException e) {
      throw new RelationalException("53300", "Partition %d has ended.".formatted(partition));
    }
  }

  /**
   * Waits for what runs on the line's thread. If it takes too long the connection is broken off.
   *
   * @throws RelationalException what it threw, or 57014
   */
  <T> T await(Future<T> work, long limitMs) {
    try {
      return result(work, limitMs);
    } catch (TimeoutException e) {
      abandon();
    }
    try {
      return result(work, GRACE_MS);
    } catch (TimeoutException e) {
      throw new RelationalException(
          "57014", "Partition %d: its database does not answer.".formatted(partition));
    }
  }

  private <T> T result(Future<T> work, long limitMs) throws TimeoutException {
    try {
      return work.get(limitMs, TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException thrown) {
        throw thrown;
      }
      throw new IllegalStateException("partition " + partition + " failed", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      abandon();
      throw new RelationalException("57014", "The waiting thread was interrupted.");
    }
  }

  private void abandon() {
    JdbcEngine open = engine;
    if (open != null) {
      open.abandon();
    }
  }

  private RelationalException failed(DatabaseException e) {
    if (e.isLost()) {
      lose();
    }
    return RelationalException.of(partition, e);
  }

  private void lose() {
    JdbcEngine open = engine;
    engine = null;
    if (open != null) {
      open.close();
    }
  }

  /** Brings the database to where the log was last seen, if it is not open. */
  private JdbcEngine ready() {
    if (engine == null) {
      try {
        open();
        catchUp();
        trouble = "";
      } catch (DatabaseException e) {
        lose();
        throw say(e);
      } catch (CallException e) {
        lose();
        throw say(refused(e));
      } catch (ThetisException e) {
        throw say(new RelationalException(e.code().sqlState(), e.describe()));
      }
    }
    return engine;
  }

  private RelationalException refused(CallException e) {
    String reason = e instanceof AbortedException ? e.getMessage() : e.describe();
    String state =
        e instanceof AbortedException && !e.sqlState().equals(RelationalException.CONFLICT)
            ? RelationalException.STATE
            : e.sqlState();
    return new RelationalException(state, "Partition %d: %s".formatted(partition, reason));
  }

  /** Two hosts with the same database repeat the same records; one of them is no trouble. */
  private RelationalException say(DatabaseException e) {
    RelationalException said = RelationalException.of(partition, e);
    return e.isConflict() ? said : say(said);
  }

  private RelationalException say(RelationalException e) {
    if (!trouble.equals(e.getMessage())) {
      trouble = e.getMessage();
      LOG.warn("{}", trouble);
    }
    return e;
  }

  private void open() {
    triedAtMs = SystemTime.nowMs();
    for (int tries = 0; ; tries++) {
      try {
        engine = JdbcEngine.open(login, partition, options.limits());
        break;
      } catch (DatabaseException e) {
        if (!e.isLost() || tries == PAUSES_MS.length) {
          throw e.within("its database cannot be reached");
        }
        SystemTime.sleep(PAUSES_MS[tries]);
      }
    }
    at = engine.position();
    for (LogHead undecided : engine.undecided()) {
      decide(undecided);
    }
    // On a crash of the database the newest may be lost again: flushed is what was confirmed.
    engine.flush();
    confirm();
  }

  /**
   * A transaction was prepared, and its host died or lost its way. If it is not in the log, an
   * empty record takes its place there, so that it never will be.
   */
  private void decide(LogHead undecided) {
    if (undecided.version() != at.version() + 1) {
      throw DatabaseException.of(
          RelationalException.STATE,
          "A transaction for version %d is prepared, and the database is at %d"
              .formatted(undecided.version(), at.version()));
    }
    boolean isInLog = !isTaken() && isNext(undecided);
    engine.decide(undecided, isInLog);
    at = engine.position();
  }

  /** Whether the log had nothing behind the database until now, and has an empty record then. */
  private boolean isTaken() {
    byte[] nothing = JdbcEngine.emptyRecord();
    try {
      log.run(Map.of(partition, LogFragments.append(at.version(), at.chain(), nothing)));
      return true;
    } catch (AbortedException e) {
      if (e.getMessage().startsWith(LogFragments.BEHIND)) {
        return false;
      }
      throw e;
    }
  }

  /** Whether this comes next in the log, which has something there. */
  private boolean isNext(LogHead place) {
    for (int tries = 0; tries < MOST_LOOKS; tries++) {
      LogPage page = read();
      if (!page.records().isEmpty()) {
        return at.next(page.records().get(0)).equals(place);
      }
      SystemTime.sleep(LOOK_MS); // it was read where it is not yet known
    }
    throw DatabaseException.of(RelationalException.STATE, "The log does not show its next record");
  }

  /** Says to the log what the database has on disk. */
  private void confirm() {
    log.run(Map.of(partition, LogFragments.confirm(host, at.version(), at.chain())));
    confirmed = at.version();
    confirmedAtMs = SystemTime.nowMs();
  }

  /** Repeats what the log has behind the database, each record in a transaction of its own. */
  private void catchUp() {
    for (LogPage page = read(); !page.records().isEmpty(); page = read()) {
      for (byte[] record : page.records()) {
        repeat(record);
      }
    }
  }

  private LogPage read() {
    long from = at.version() + 1;
    return LogFragments.page(log.run(Map.of(partition, LogFragments.read(from))).get(partition));
  }

  private void repeat(byte[] record) {
    try {
      engine.repeat(record);
      engine.commit(at.next(record));
      at = engine.position();
    } catch (DatabaseException e) {
      lose();
      throw e.within("it cannot repeat version %d of its log".formatted(at.version() + 1));
    }
  }

  /**
   * Commits what the log has, and gives the turn back.
   *
   * @param isHere whether the caller waits for it, which spares a change of threads; else the
   *     line's thread does it
   */
  void commit(LogHead to, boolean isHere) {
    Runnable work =
        () -> {
          engine.commit(to);
          at = to;
        };
    if (to.version() - confirmed >= CONFIRM_EVERY) {
      ifOpen(
          () -> {
            work.run();
            engine.flush();
            confirm();
          });
    } else if (isHere) {
      endTurn(whileOpen(work));
    } else {
      ifOpen(work);
    }
  }

  /** Ends what is open, and gives the turn back. */
  void rollbackLater() {
    ifOpen(() -> engine.rollback());
  }

  /**
   * Brings the database to where the log ends now, since it ends elsewhere than a transaction
   * thought. The log is asked where its rows are written: elsewhere it could be read as it was.
   */
  void followLater() {
    ifOpen(
        () -> {
          engine.rollback();
          engine.flush();
          confirm();
          catchUp();
        });
  }

  /**
   * The next transaction opens the database anew, and learns from the log what has become of it.
   */
  void reopenLater() {
    later(this::lose);
  }

  /** A connection that is lost needs none of it: the next one begins with the log. */
  private void ifOpen(Runnable work) {
    later(whileOpen(work));
  }

  private Runnable whileOpen(Runnable work) {
    return () -> {
      if (engine != null) {
        work.run();
      }
    };
  }

  private void later(Runnable work) {
    try {
      thread.execute(() -> endTurn(work));
    } catch (RejectedExecutionException e) {
      lose(); // it is being closed
      turn.release();
    }
  }

  /** What fails here is done again from the log when the line is used next. */
  private void endTurn(Runnable work) {
    try {
      work.run();
    } catch (RelationalException e) {
      // It was said where it was thrown.
      return;
    } catch (DatabaseException e) {
      lose();
      say(e);
    } catch (CallException e) {
      lose();
      say(refused(e));
    } finally {
      turn.release();
    }
  }

  /** Repeats what other hosts have done, if no transaction runs. Does not wait. */
  void followIfIdle() {
    boolean isDue = engine != null || SystemTime.nowMs() - triedAtMs >= REOPEN_MS;
    if (isDue && turn.tryAcquire()) {
      later(this::follow);
    }
  }

  private void follow() {
    if (engine == null) {
      ready();
      return;
    }
    catchUp();
    if (at.version() > confirmed && SystemTime.nowMs() - confirmedAtMs >= CONFIRM_MS) {
      engine.flush();
      confirm();
    }
  }

  /** Opens the database, if it is not open. Waits. */
  void prepare() {
    if (engine == null) {
      await(submit(this::ready), READY_MS);
    }
  }

  /** Asks the database while no transaction runs. */
  <T> T ask(Function<JdbcEngine, T> question, long limitMs) {
    take();
    try {
      prepare();
      return await(there(question), limitMs);
    } finally {
      rollbackLater();
    }
  }

  @Override
  public void close() {
    thread.shutdown();
    try {
      if (!thread.awaitTermination(GRACE_MS, TimeUnit.MILLISECONDS)) {
        abandon();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    lose();
  }
}
