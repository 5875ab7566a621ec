package org.thetisdb.relational;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.relational.database.DatabaseLimits;
import org.thetisdb.relational.database.DatabaseLogin;
import org.thetisdb.relational.database.DatabaseResult;
import org.thetisdb.relational.database.DatabaseStatement;
import org.thetisdb.relational.database.Databases;

/** Hosts, databases, and a log that is in memory, so that it can fail at will. */
class RelationalCloudTest {
  private static final CloudOptions QUICK =
      CloudOptions.DEFAULT.within(new DatabaseLimits(300, 3_000, 10_000)).waiting(5_000);

  private final MemoryLog log = new MemoryLog();
  private final List<RelationalCloud> open = new ArrayList<>();

  @TempDir Path directory;

  @AfterEach
  void close() {
    open.forEach(RelationalCloud::close);
  }

  private RelationalCloud host(String name, DatabaseLogin... databases) {
    return host(QUICK, name, databases);
  }

  private RelationalCloud host(CloudOptions options, String name, DatabaseLogin... databases) {
    Map<Long, DatabaseLogin> numbered = new TreeMap<>();
    for (DatabaseLogin database : databases) {
      numbered.put((long) numbered.size(), database);
    }
    RelationalCloud host = new RelationalCloud(log, name, numbered, options);
    open.add(host);
    return host;
  }

  private static Object make(RelationalCloud host, long partition, long id, long cents) {
    return host.run(
        tx -> tx.execute(partition, "INSERT INTO account VALUES (?, 'somebody', ?)", id, cents),
        partition);
  }

  private static DatabaseResult pay(RelationalTransaction tx, long partition, long id, long cents) {
    return tx.execute(partition, "UPDATE account SET cents = cents + ? WHERE id = ?", cents, id);
  }

  private static long cents(RelationalCloud host, long partition, long id) {
    return (Long) host.read(partition, "SELECT cents FROM account WHERE id = ?", id).first();
  }

  /** What a transaction reads, which has seen all that the log has. */
  private static long now(RelationalCloud host) {
    return host.run(tx -> (Long) tx.execute(0, "SELECT cents FROM account").first(), 0);
  }

  private static long stored(DatabaseLogin database) {
    return Databases.number(database, "SELECT sum(cents) FROM account");
  }

  private static void eventually(BooleanSupplier holds) {
    for (int i = 0; i < 1_000 && !holds.getAsBoolean(); i++) {
      SystemTime.sleep(10);
    }
    assertThat(holds.getAsBoolean()).isTrue();
  }

  private static void fails(String sqlState, Runnable work) {
    assertThatThrownBy(work::run)
        .isInstanceOfSatisfying(
            RelationalException.class, e -> assertThat(e.sqlState()).isEqualTo(sqlState));
  }

  private DatabaseLogin file(String name) {
    DatabaseLogin login = DatabaseLogin.of("jdbc:h2:" + directory.resolve(name), "sa");
    Databases.say(
        login,
        List.of(
            "CREATE TABLE account (id BIGINT PRIMARY KEY, owner VARCHAR(40), cents BIGINT NOT NULL)"));
    return login;
  }

  @ParameterizedTest
  @ValueSource(strings = {Databases.H2, Databases.POSTGRESQL})
  void aTransferIsAtomicAndASecondHostHasIt(String kind) {
    RelationalCloud berlin = host("berlin", Databases.of(kind), Databases.of(kind));
    RelationalCloud paris = host("paris", Databases.of(kind), Databases.of(kind));
    make(berlin, 0, 1, 1_000);
    make(berlin, 1, 2, 0);
    for (int i = 0; i < 20; i++) {
      berlin.run(
          tx -> {
            long left = (Long) tx.execute(0, "SELECT cents FROM account WHERE id = 1").first();
            pay(tx, 0, 1, -10);
            assertThat(tx.execute(0, "SELECT cents FROM account WHERE id = 1").first())
                .isEqualTo(left - 10);
            return pay(tx, 1, 2, 10);
          },
          1,
          0);
    }
    eventually(() -> paris.version(0) == 21 && paris.version(1) == 21);
    assertThat(cents(paris, 0, 1)).isEqualTo(800);
    assertThat(cents(paris, 1, 2)).isEqualTo(200);
    assertThat(paris.digest(0)).isEqualTo(berlin.digest(0));
    assertThat(paris.digest(1)).isEqualTo(berlin.digest(1)).isNotEqualTo(paris.digest(0));
  }

  @ParameterizedTest
  @ValueSource(strings = {Databases.H2, Databases.POSTGRESQL})
  void hostsTakeTurnsAndLoseNothing(String kind) {
    DatabaseLogin shared = Databases.of(kind);
    RelationalCloud one = host("one", shared);
    RelationalCloud two = host("two", Databases.of(kind));
    RelationalCloud three = host("three", shared); // with the same database
    make(one, 0, 1, 0);
    List<CompletableFuture<Void>> all = new ArrayList<>();
    for (RelationalCloud host : List.of(one, two, three)) {
      all.add(
          CompletableFuture.runAsync(
              () -> {
                for (int done = 0, tries = 0; done < 20; tries++) {
                  assertThat(tries).isLessThan(200);
                  try {
                    host.run(tx -> pay(tx, 0, 1, 1), 0);
                    done++;
                  } catch (RelationalException e) {
                    // Lost too often, or two hosts at one database got in each other's way.
                    assertThat(e.sqlState()).isIn("40001", "40P01", "55P03", "HYT00", "08003");
                  }
                }
              }));
    }
    all.forEach(CompletableFuture::join);
    eventually(() -> two.version(0) == 61 && one.version(0) == 61);
    assertThat(stored(shared)).isEqualTo(60);
    assertThat(cents(two, 0, 1)).isEqualTo(60);
  }

  @ParameterizedTest
  @ValueSource(strings = {Databases.H2, Databases.POSTGRESQL})
  void aHostThatDiesBehindTheLogsRecordHasIt(String kind) {
    DatabaseLogin first = Databases.of(kind);
    DatabaseLogin second = Databases.of(kind);
    RelationalCloud host = host("berlin", first, second);
    make(host, 0, 1, 100);
    make(host, 1, 2, 0);
    log.onAppended(host::close);
    host.run(tx -> pay(tx, 0, 1, -40).changed() + pay(tx, 1, 2, 40).changed(), 0, 1);
    assertThat(stored(first) + stored(second)).isEqualTo(100);
    RelationalCloud again = host("berlin", first, second);
    assertThat(now(again)).isEqualTo(60L);
    eventually(() -> stored(second) == 40);
  }

  @ParameterizedTest
  @ValueSource(strings = {Databases.H2, Databases.POSTGRESQL})
  void aHostThatDiesBeforeTheLogsRecordHasNothing(String kind) {
    DatabaseLogin database = Databases.of(kind);
    RelationalCloud host = host("berlin", database);
    make(host, 0, 1, 100);
    RelationalTransaction transaction = host.begin(0);
    pay(transaction, 0, 1, 5);
    host.close();
    RelationalCloud again = host("berlin", database);
    again.run(tx -> pay(tx, 0, 1, 1), 0);
    eventually(() -> stored(database) == 101);
    fails("08003", transaction::commit); // its connection is gone
  }

  @Test
  void anAnswerThatIsLostIsFoundInTheLog() {
    DatabaseLogin database = Databases.h2();
    RelationalCloud host = host("berlin", database);
    make(host, 0, 1, 100);
    log.next(MemoryLog.Fate.UNKNOWN_AND_DONE);
    host.run(tx -> pay(tx, 0, 1, 5), 0);
    eventually(() -> stored(database) == 105);
    assertThat(host.version(0)).isEqualTo(2);
  }

  @Test
  void aRoundThatIsLostIsRunAgain() {
    DatabaseLogin database = Databases.h2();
    RelationalCloud host = host("berlin", database);
    make(host, 0, 1, 100);
    log.next(MemoryLog.Fate.UNKNOWN_AND_LOST);
    host.run(tx -> pay(tx, 0, 1, 5), 0);
    eventually(() -> stored(database) == 105);
  }

  @Test
  void aRoundThatWasGivenUpCannotArrive() {
    DatabaseLogin database = Databases.h2();
    RelationalCloud host = host("berlin", database, Databases.h2());
    make(host, 0, 1, 100);
    make(host, 1, 2, 0);
    log.next(MemoryLog.Fate.LATE);
    RelationalTransaction transaction = host.begin(0, 1);
    pay(transaction, 0, 1, -5);
    pay(transaction, 1, 2, 5);
    fails(RelationalException.CONFLICT, transaction::commit);
    assertThat(log.arrives()).isFalse();
    host.run(tx -> pay(tx, 0, 1, 1), 0);
    eventually(() -> stored(database) == 101);
  }

  @Test
  void whenNobodyCanSayTheNextTransactionKnows() {
    DatabaseLogin database = Databases.h2();
    RelationalCloud host = host("berlin", database);
    make(host, 0, 1, 100);
    log.next(MemoryLog.Fate.UNKNOWN_AND_DONE);
    log.next(MemoryLog.Fate.NOT_RUN); // the question what has become of it
    fails(RelationalException.UNKNOWN, () -> host.run(tx -> pay(tx, 0, 1, 5), 0));
    assertThat(now(host)).isEqualTo(105L);
    log.next(MemoryLog.Fate.NOT_RUN);
    fails("57014", () -> host.run(tx -> pay(tx, 0, 1, 5), 0));
    assertThat(cents(host, 0, 1)).isEqualTo(105);
  }

  @ParameterizedTest
  @ValueSource(strings = {Databases.H2, Databases.POSTGRESQL})
  void aStatementThatFailsTakesTheTransactionAlong(String kind) {
    RelationalCloud host = host("berlin", Databases.of(kind), Databases.of(kind));
    make(host, 0, 1, 10);
    make(host, 1, 2, 10);
    RelationalTransaction failing = host.begin(0, 1);
    pay(failing, 1, 2, 500);
    assertThatThrownBy(() -> pay(failing, 0, 1, -500))
        .isInstanceOfSatisfying(
            RelationalException.class,
            e -> {
              assertThat(e.sqlState()).startsWith("23");
              assertThat(e.getMessage()).startsWith("Partition 0: ").contains(e.sqlState());
            });
    assertThatThrownBy(failing::commit).isInstanceOf(IllegalStateException.class);
    assertThat(cents(host, 1, 2)).isEqualTo(10);
    assertThat(host.version(1)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {Databases.H2, Databases.POSTGRESQL})
  void aFragmentIsUndoneAndTheRestStays(String kind) {
    RelationalCloud host = host("berlin", Databases.of(kind));
    RelationalCloud other = host("paris", Databases.of(kind));
    make(host, 0, 1, 10);
    host.run(
        tx -> {
          pay(tx, 0, 1, 1);
          tx.attempt(0, DatabaseStatement.of("UPDATE account SET cents = cents + 100"));
          tx.attempt(0, DatabaseStatement.of("DELETE FROM account"));
          tx.undo(0);
          tx.undo(0);
          assertThatThrownBy(
                  () ->
                      tx.attempt(
                          0,
                          DatabaseStatement.of("UPDATE account SET owner = 'x'"),
                          DatabaseStatement.of("UPDATE account SET cents = -1")))
              .isInstanceOf(RelationalException.class);
          return tx.attempt(0, DatabaseStatement.of("UPDATE account SET cents = cents + 1000"));
        },
        0);
    eventually(() -> other.version(0) == 2);
    assertThat(cents(other, 0, 1)).isEqualTo(1_011);
    assertThat(other.digest(0)).isEqualTo(host.digest(0));
  }

  @ParameterizedTest
  @ValueSource(strings = {Databases.H2, Databases.POSTGRESQL})
  void aStrangersLockStopsOnePartitionForABoundedTime(String kind) throws SQLException {
    DatabaseLogin first = Databases.of(kind);
    RelationalCloud host = host("berlin", first, Databases.of(kind));
    make(host, 0, 1, 10);
    make(host, 1, 2, 10);
    try (Connection stranger = Databases.stranger(first);
        Statement statement = stranger.createStatement()) {
      stranger.setAutoCommit(false);
      statement.execute("UPDATE account SET owner = 'stranger'");
      CompletableFuture<Void> waiting =
          CompletableFuture.runAsync(
              () ->
                  assertThatThrownBy(() -> host.run(tx -> pay(tx, 0, 1, 1), 0))
                      .hasMessageStartingWith("Partition 0: ")
                      .hasMessageContaining("lock"));
      host.run(tx -> pay(tx, 1, 2, 1), 1);
      waiting.join();
      stranger.rollback();
    }
    host.run(tx -> pay(tx, 0, 1, 1), 0);
    eventually(() -> stored(first) == 11);
  }

  @Test
  void aDatabaseThatIsStartedAgainGoesOn() {
    DatabaseLogin database = file("restarted");
    RelationalCloud host = host("berlin", database);
    make(host, 0, 1, 10);
    eventually(() -> stored(database) == 10);
    Databases.say(database, List.of("SHUTDOWN"));
    // The transaction that finds it closed is rolled back, and says so; the next one goes on.
    try {
      host.run(tx -> pay(tx, 0, 1, 1), 0);
    } catch (RelationalException e) {
      assertThat(e.sqlState()).isIn("90121", "90098", "90007");
      host.run(tx -> pay(tx, 0, 1, 1), 0);
    }
    eventually(() -> stored(database) == 11);
  }

  @Test
  void sessionsThatPostgresqlEndsAreReplaced() {
    DatabaseLogin database = Databases.postgresql();
    RelationalCloud host = host("berlin", database);
    make(host, 0, 1, 10);
    log.onAppended(
        () ->
            Databases.say(
                database,
                List.of(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <>"
                        + " pg_backend_pid() AND state = 'idle in transaction'"
                        + " AND query LIKE 'UPDATE account%'")));
    host.run(tx -> pay(tx, 0, 1, 1), 0); // it is in the log, so it is answered
    host.run(tx -> pay(tx, 0, 1, 1), 0);
    eventually(() -> stored(database) == 12);
  }

  @Test
  void anOlderBackupIsBroughtForwardFromItsPlace() {
    DatabaseLogin database = file("backup");
    String backup = directory.resolve("backup.sql").toString();
    RelationalCloud host = host("berlin", database);
    make(host, 0, 1, 10);
    host.run(tx -> pay(tx, 0, 1, 1), 0);
    host.close();
    Databases.say(database, List.of("SCRIPT DROP TO '" + backup + "'"));
    RelationalCloud later = host("berlin", database);
    for (int i = 0; i < 5; i++) {
      later.run(tx -> pay(tx, 0, 1, 100), 0);
    }
    later.close();
    assertThat(stored(database)).isEqualTo(511);
    Databases.say(database, List.of("RUNSCRIPT FROM '" + backup + "'"));
    assertThat(stored(database)).isEqualTo(11);
    RelationalCloud restored = host("berlin", database);
    assertThat(now(restored)).isEqualTo(511L);
  }

  @Test
  void aBackupThatTheLogHasForgottenIsRefusedByName() {
    DatabaseLogin database = file("old");
    String backup = directory.resolve("old.sql").toString();
    Databases.say(database, List.of("SCRIPT DROP TO '" + backup + "'"));
    RelationalCloud host = host("berlin", database);
    make(host, 0, 1, 10);
    host.close();
    host("berlin", database).run(tx -> pay(tx, 0, 1, 1), 0); // says that it has the first
    open.get(1).close();
    Databases.say(database, List.of("DROP ALL OBJECTS", "RUNSCRIPT FROM '" + backup + "'"));
    RelationalCloud restored = host("berlin", database);
    assertThatThrownBy(() -> restored.begin(0))
        .hasMessageContaining(
            "Partition 0: The database is at version 0, and its log begins behind")
        .hasMessageContaining("newer backup");
    assertThat(restored.trouble(0)).contains("newer backup");
  }

  @Test
  void aDatabaseAheadOfItsLogIsRefusedByName() {
    DatabaseLogin database = Databases.h2();
    RelationalCloud host = host("berlin", database);
    make(host, 0, 1, 10);
    eventually(() -> host.version(0) == 1);
    host.close();
    log.forgetAll();
    fails("55000", () -> host("berlin", database).begin(0));
    assertThat(open.get(1).trouble(0)).contains("version 1, ahead of its log, which ends at 0");
    RelationalCloud other = host("paris", Databases.h2());
    make(other, 0, 7, 7);
    assertThatThrownBy(() -> host("berlin", database).begin(0))
        .hasMessageContaining("another past");
  }

  @Test
  void whatAStrangerHasChangedStopsAHostThatCannotRepeatTheLog() {
    DatabaseLogin changed = Databases.h2();
    RelationalCloud host = host("berlin", Databases.h2());
    RelationalCloud replica = host("paris", changed);
    make(host, 0, 1, 10);
    eventually(() -> replica.version(0) == 1);
    Databases.say(changed, List.of("DELETE FROM account"));
    host.run(tx -> pay(tx, 0, 1, 1), 0);
    eventually(() -> replica.trouble(0).contains("cannot repeat version 2 of its log"));
    assertThat(replica.trouble(0)).contains("changed 1 rows, then 0");
    host.run(tx -> pay(tx, 0, 1, 1), 0);
  }

  @Test
  void whatWasReadIsStillSoWhenTheRestIsWritten() {
    DatabaseLogin[] first = {Databases.h2(), Databases.h2()};
    RelationalCloud berlin = host("berlin", first);
    RelationalCloud paris = host("paris", Databases.h2(), Databases.h2());
    make(berlin, 0, 1, 10);
    make(berlin, 1, 2, 10);
    eventually(() -> paris.version(0) == 1 && paris.version(1) == 1);
    RelationalTransaction one = berlin.begin(0, 1);
    RelationalTransaction other = paris.begin(0, 1);
    one.execute(0, "SELECT cents FROM account");
    pay(one, 1, 2, -10);
    other.execute(1, "SELECT cents FROM account");
    pay(other, 0, 1, -10);
    one.commit();
    fails(RelationalException.CONFLICT, other::commit);
    RelationalTransaction reader = paris.begin(0, 1);
    reader.execute(0, "SELECT cents FROM account");
    reader.commit();
  }

  @Test
  void aDatabaseThatCannotBeReachedSaysSoAndNoMore() {
    RelationalCloud host =
        host("berlin", DatabaseLogin.of("jdbc:postgresql://127.0.0.1:1/none", "nobody"));
    assertThatThrownBy(() -> host.begin(0))
        .hasMessageContaining("Partition 0: its database cannot be reached: ")
        .hasMessageContaining("[08001]");
  }

  @Test
  void aDeferredConstraintIsLookedAtBeforeTheLogHasIt() {
    DatabaseLogin database = Databases.postgresql();
    Databases.say(
        database,
        List.of(
            "CREATE TABLE child (id BIGINT PRIMARY KEY, account BIGINT REFERENCES account"
                + " DEFERRABLE INITIALLY DEFERRED)"));
    RelationalCloud host = host("berlin", database);
    fails("23503", () -> host.run(tx -> tx.execute(0, "INSERT INTO child VALUES (1, 7)"), 0));
    host.run(
        tx -> {
          tx.execute(0, "INSERT INTO child VALUES (1, 7)");
          return tx.execute(0, "INSERT INTO account VALUES (7, 'ann', 5)");
        },
        0);
    eventually(() -> Databases.number(database, "SELECT count(*) FROM child") == 1);
    assertThat(host.trouble(0)).isEmpty();
  }

  private static long prepared(DatabaseLogin database) {
    return Databases.number(
        database,
        "SELECT count(*) FROM pg_prepared_xacts WHERE gid LIKE '%-' ||"
            + " CAST('thetis_position' AS regclass)::oid || '-%'");
  }

  @Test
  void databasesThatPrepareAreDecidedByTheLog() {
    DatabaseLogin first = Databases.preparing();
    DatabaseLogin second = Databases.preparing();
    RelationalCloud host = host(QUICK.preparing(), "berlin", first, second);
    make(host, 0, 1, 100);
    make(host, 1, 2, 0);
    for (int i = 0; i < 5; i++) {
      host.run(tx -> pay(tx, 0, 1, -1).changed() + pay(tx, 1, 2, 1).changed(), 0, 1);
    }
    fails("23514", () -> host.run(tx -> pay(tx, 0, 1, -500), 0));
    log.next(MemoryLog.Fate.NOT_RUN);
    fails("57014", () -> host.run(tx -> pay(tx, 0, 1, -10), 0));
    eventually(() -> stored(first) == 95 && stored(second) == 5 && prepared(first) == 0);
  }

  @Test
  void whatIsPreparedAndInTheLogIsCommittedWithItsLocks() {
    DatabaseLogin database = Databases.preparing();
    RelationalCloud host = host(QUICK.preparing(), "berlin", database);
    make(host, 0, 1, 100);
    log.onAppended(host::close); // it dies
    host.run(tx -> pay(tx, 0, 1, -40), 0);
    assertThat(prepared(database)).isEqualTo(1);
    assertThat(stored(database)).isEqualTo(100);
    assertThatThrownBy(
            () ->
                Databases.say(
                    database,
                    List.of("SET lock_timeout = 100", "UPDATE account SET owner = 'stranger'")))
        .hasMessageContaining("lock timeout");
    RelationalCloud again = host(QUICK, "berlin", database);
    assertThat(now(again)).isEqualTo(60);
    assertThat(prepared(database)).isZero();
    assertThat(again.version(0)).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"UNKNOWN_AND_DONE", "UNKNOWN_AND_LOST", "LATE"})
  void whatIsPreparedAndInDoubtAsksTheLog(String fate) {
    DatabaseLogin database = Databases.preparing();
    RelationalCloud host = host(QUICK.preparing(), "berlin", database);
    make(host, 0, 1, 100);
    log.next(MemoryLog.Fate.valueOf(fate));
    log.next(MemoryLog.Fate.NOT_RUN); // the question what has become of it
    fails(RelationalException.UNKNOWN, () -> host.run(tx -> pay(tx, 0, 1, -40), 0));
    eventually(() -> prepared(database) == 0);
    assertThat(log.arrives()).isEqualTo(!fate.equals("LATE"));
    assertThat(now(host)).isEqualTo(fate.equals("UNKNOWN_AND_DONE") ? 60 : 100);
    host.run(tx -> pay(tx, 0, 1, 1), 0);
  }
}
