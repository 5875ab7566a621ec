package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.client.statement.SqlOutcome;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.wire.SqlRequest.Statement;

/**
 * A fixture for scenarios of sessions that read and write rows of several masters, which are fixed;
 * and the scenarios that all of them have in common: each process may be lost at each moment.
 */
abstract class FixedMastersFixture extends SqlFixture {
  /** Rows are so far apart that neighbours have different masters. */
  static final int APART = 10;

  static final int ROWS = 12;

  private static final String SEE = "SELECT n FROM t WHERE id = ?";

  SqlSessionCore ann;
  SqlSessionCore bob;

  FixedMastersFixture(SchemeSpec scheme) {
    super(scheme);
  }

  @BeforeEach
  void makeTables() {
    ann = session();
    bob = session();
    assertDone(auto(ann, "CREATE TABLE t (id BIGINT PRIMARY KEY, n BIGINT, m BIGINT)"));
    assertDone(
        auto(ann, "CREATE TABLE shift (day BIGINT, doctor BIGINT, PRIMARY KEY (day, doctor))"));
    for (long id = 0; id < ROWS * APART; id += APART) {
      assertDone(auto(ann, "INSERT INTO t VALUES (?, 0, 0)", id));
    }
    world.runFor(50_000);
    watchExecutions();
  }

  /** What a row holds, as who comes now sees it. */
  final long valueOf(long id) {
    return (Long) value(auto(session(), SEE, id));
  }

  /**
   * A session begins what will raise the first row by one, if it commits, and depends on a row and
   * its neighbour.
   */
  abstract SqlOutcome[] beginToRaise(long there);

  /** Loses a process while that is under way, at each moment of it. */
  private void loseAtEachMoment(Machine process) {
    for (long afterUs = 100; afterUs < 2_500; afterUs += 300) {
      for (long there = APART; there <= 3 * APART; there += APART) {
        loseOne(process, afterUs, there);
      }
    }
  }

  private void loseOne(Machine process, long afterUs, long there) {
    long before = valueOf(0);
    SqlOutcome[] raise = beginToRaise(there);
    world.runFor(afterUs);
    process.process().kill();
    world.runFor(3_000_000);
    process.start();
    world.runFor(3_000_000);
    SqlOutcome end = await(raise);
    long after = valueOf(0);
    assertThat(after).isBetween(before, before + 1);
    if (end.end().isCommitted()) {
      assertThat(after).isEqualTo(before + 1);
    } else if (!end.end().isUnknown()) {
      assertThat(after).as("%s", end.end()).isEqualTo(before);
    }
    for (long id : new long[] {0, there, there + APART}) {
      SqlOutcome[] update =
          begin(session(), Statement.AUTO_COMMIT, "UPDATE t SET n = n + 0 WHERE id = ?", id);
      world.runFor(500_000);
      assertThat(update[0]).as("nothing of row %d is locked any more", id).isNotNull();
      assertDone(update[0]);
    }
  }

  @Test
  void theFirstSiteMayBeLostAtAnyMoment() {
    loseAtEachMoment(sites.get(0));
  }

  @Test
  void theSecondSiteMayBeLostAtAnyMoment() {
    loseAtEachMoment(sites.get(1));
  }

  @Test
  void theThirdSiteMayBeLostAtAnyMoment() {
    loseAtEachMoment(sites.get(2));
  }

  @Test
  void theRouterMayBeLostAtAnyMoment() {
    loseAtEachMoment(router());
  }
}
