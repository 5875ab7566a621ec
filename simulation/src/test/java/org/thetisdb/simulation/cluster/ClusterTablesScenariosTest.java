package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.client.statement.SqlOutcome;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.core.error.ErrorCode;

/**
 * Scenarios of what the cluster tells of itself in SQL: the tables that {@code ClusterTable} names.
 */
final class ClusterTablesScenariosTest extends SqlFixture {
  /** Rows that began at several sites, and were changed together. */
  private SqlSessionCore movedRows() {
    SqlSessionCore session = session();
    assertDone(auto(session, "CREATE TABLE t (id BIGINT PRIMARY KEY, v INT)"));
    for (long id : new long[] {1, 501, 1001}) {
      assertDone(auto(session, "INSERT INTO t VALUES (?, 0)", id));
    }
    String raise = "UPDATE t SET v = v + 1 WHERE id IN (1, 501, 1001)";
    assertThat(count(auto(session, raise))).isEqualTo(3);
    return session;
  }

  @Test
  void whatMovedIsAtTheViewsSiteForTheViewsReason() {
    SqlSessionCore session = movedRows();
    List<?> moves =
        rows(
            auto(
                session,
                "SELECT m.table_name, m.to_site, p.site, m.reason, m.moved_at, p.moved_at, p.reason"
                    + " FROM information_schema.moves m"
                    + " JOIN information_schema.partitions p USING (partition_id)"
                    + " WHERE m.term = p.term"));
    assertThat(moves).isNotEmpty();
    for (Object each : moves) {
      List<?> move = (List<?>) each;
      assertThat(move.get(0)).isEqualTo("t");
      assertThat(move.get(1)).as("where it went is where it is").isEqualTo(move.get(2));
      assertThat((String) move.get(3)).isNotBlank().isEqualTo(move.get(6));
      assertThat(move.get(4)).isInstanceOf(Instant.class).isEqualTo(move.get(5));
    }
  }

  @Test
  void aDecisionHasTheScoreOfEachSiteByFactorAndTheTotalIsTheirSum() {
    SqlSessionCore session = movedRows();
    List<?> sums =
        rows(
            auto(
                session,
                "SELECT decision, site, SUM(CASE WHEN factor <> 'total' THEN score ELSE 0 END),"
                    + " MAX(CASE WHEN factor = 'total' THEN score END), MAX(unit)"
                    + " FROM information_schema.decisions WHERE factor IS NOT NULL"
                    + " GROUP BY decision, site"));
    assertThat(sums).isNotEmpty();
    for (Object each : sums) {
      List<?> sum = (List<?>) each;
      assertThat((Double) sum.get(2)).isCloseTo((Double) sum.get(3), within(1e-6));
      assertThat((String) sum.get(4)).isNotBlank();
    }
  }

  @Test
  void allSitesAreNamedWithWhatTheyDo() {
    SqlSessionCore session = movedRows();
    assertThat(
            value(
                auto(
                    session,
                    "SELECT COUNT(*) FROM information_schema.sites WHERE state = 'ready'")))
        .isEqualTo(3L);
    world.runFor(1_000_000); // sites tell their load now and then
    String committed = "SELECT SUM(committed) FROM information_schema.sites";
    assertThat((BigDecimal) value(auto(session, committed))).isPositive();
  }

  @Test
  void aTableIsNamedWithTheSchemaThatItIsIn() {
    SqlSessionCore session = session();
    assertDone(auto(session, "CREATE SCHEMA app"));
    assertDone(auto(session, "CREATE TABLE app.t (id BIGINT PRIMARY KEY, v INT)"));
    for (long id : new long[] {1, 501, 1001}) {
      assertDone(auto(session, "INSERT INTO app.t VALUES (?, 0)", id));
    }
    assertThat(count(auto(session, "UPDATE app.t SET v = 1"))).isEqualTo(3);
    String named = "SELECT DISTINCT table_schema, table_name FROM information_schema.partitions";
    assertThat(rows(auto(session, named))).hasToString("[[app, t]]");
  }

  @Test
  void theyCanBeReadInATransactionAndByParameters() {
    SqlSessionCore session = movedRows();
    assertThat(count(in(session, "UPDATE t SET v = 7 WHERE id = 1"))).isEqualTo(1);
    SqlOutcome states =
        in(session, "SELECT state FROM information_schema.sites WHERE site = ? OR site = ?", 1, 2);
    assertThat(rows(states)).hasSize(2);
    assertDone(in(session, "COMMIT"));
    assertThat(value(auto(session, "SELECT v FROM t WHERE id = 1"))).isEqualTo(7);
  }

  @Test
  void aChangeCannotReadThemAndSaysWhatToDo() {
    SqlSessionCore session = session();
    assertDone(auto(session, "CREATE TABLE seen (site INT PRIMARY KEY, state VARCHAR(20))"));
    SqlOutcome refused =
        auto(session, "INSERT INTO seen SELECT site, state FROM information_schema.sites");
    assertFailed(refused, ErrorCode.NOT_SUPPORTED);
    assertThat(refused.end().toString()).contains("information_schema.sites");
    assertThat(value(auto(session, "SELECT COUNT(*) FROM seen"))).isEqualTo(0L);
  }
}
