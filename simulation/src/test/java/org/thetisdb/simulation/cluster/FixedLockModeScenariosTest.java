package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.thetisdb.client.statement.SqlOutcome;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.wire.SqlRequest.Statement;

/** Where masters are fixed, a transaction writes what it locks: each lock is the strongest. */
final class FixedLockModeScenariosTest extends SqlFixture {
  private static final String ROW = "SELECT n FROM t WHERE id = ? ";

  FixedLockModeScenariosTest() {
    super(SchemeRegistry.MULTI_MASTER);
  }

  @Test
  void aSharedRowIsLockedAgainstAllUntilTheCommit() {
    SqlSessionCore setup = session();
    assertDone(auto(setup, "CREATE TABLE t (id BIGINT PRIMARY KEY, n BIGINT)"));
    for (long id = 0; id < 1_000; id += 100) {
      assertDone(auto(setup, "INSERT INTO t VALUES (?, 0)", id));
    }
    for (long id = 0; id < 1_000; id += 100) {
      SqlSessionCore holder = session();
      assertThat(value(in(holder, ROW + "FOR SHARE", id))).isEqualTo(0L);
      assertFailed(in(session(), ROW + "FOR SHARE NOWAIT", id), ErrorCode.ROW_LOCKED);
      SqlOutcome[] writes =
          begin(session(), Statement.AUTO_COMMIT, "UPDATE t SET n = 1 WHERE id = ?", id);
      assertThat(value(in(holder, ROW, id))).isEqualTo(0L);
      assertDone(in(holder, "COMMIT"));
      assertThat(count(await(writes))).isEqualTo(1);
    }
  }

  @Test
  void ofTwoWhoShareARowOfAnotherMasterAndChangeItOneHasLost() {
    SqlSessionCore setup = session();
    assertDone(auto(setup, "CREATE TABLE t (id BIGINT PRIMARY KEY, n BIGINT)"));
    for (long id = 0; id < 1_000; id += 100) {
      assertDone(auto(setup, "INSERT INTO t VALUES (?, 0)", id));
    }
    long committed = 0;
    for (long id = 0; id < 900; id += 100) {
      SqlSessionCore one = session();
      SqlSessionCore two = sessionElsewhere();
      assertDone(in(one, "UPDATE t SET n = n WHERE id = ?", 900L)); // it begins elsewhere
      assertDone(in(one, ROW + "FOR SHARE", id));
      SqlOutcome[] other = begin(two, 0, ROW + "FOR SHARE", id);
      world.runFor(50_000);
      assertDone(in(one, "UPDATE t SET n = n + 1 WHERE id = ?", id));
      committed += in(one, "COMMIT").end().isCommitted() ? 1 : 0;
      if (await(other).end().isCommitted()
          && in(two, "UPDATE t SET n = n + 1 WHERE id = ?", id).end().isCommitted()) {
        committed += in(two, "COMMIT").end().isCommitted() ? 1 : 0;
      } else {
        in(two, "ROLLBACK");
      }
    }
    world.runFor(50_000); // until all sites have what other processes committed
    assertThat(value(auto(setup, "SELECT SUM(n) FROM t"))).hasToString("" + committed);
    assertThat(committed).isPositive();
  }
}
