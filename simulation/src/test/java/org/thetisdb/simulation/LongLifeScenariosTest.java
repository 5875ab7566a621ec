package org.thetisdb.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.placement.Mastership;
import org.thetisdb.core.wire.RouterToSite.Release;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.Released;
import org.thetisdb.replication.log.LogBatchReader;
import org.thetisdb.replication.refresh.LogPoint;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.checkpoint.EmptyCheckpoint;
import org.thetisdb.server.checkpoint.MemoryCheckpoints;

/** Scenarios about a cluster that has worked for years: its counters are larger than any field. */
final class LongLifeScenariosTest extends SiteFixture {
  private static final long INTERVAL_US = 200_000;

  LongLifeScenariosTest() {
    super(64L << 20, 64L << 20, INTERVAL_US / 1000, 1);
  }

  /** 2^36 commits are what one site does in 16 days. */
  @Test
  void aSiteCommitsOnWhereItsLogIsLongerThanAnyPartOfAStamp() {
    for (long position : new long[] {1L << 19, 1L << 31, 1L << 36, 1L << 45, 1L << 53}) {
      beginAt(position - 3);
      goBeyond(position);
    }
  }

  /** A thousand sessions whose last call returned a megabyte would fill every site's heap. */
  @Test
  void aLongResultIsInNoLogAndNoCheckpointButItsCallRunsOnce() {
    CallBuilder fill = call("Fill", 1, 1L, 1L << 20).writes(P0, 0).session(77, 1);
    assertThat((byte[]) valueOf(execute(1, fill))).hasSize(1 << 20);
    assertThat(valueOf(execute(1, raise(1, 1).session(78, 1)))).isEqualTo(2L);
    assertRunOnce(fill);
    nodes.get(1).kill();
    start(1);
    assertRunOnce(fill);
    world.runFor(3 * INTERVAL_US);
    nodes.get(1).kill();
    start(1);
    assertRunOnce(fill);
    assertThat(log.entries(1)).allSatisfy(entry -> assertThat(entry).hasSizeLessThan(10_000));
    assertThat(checkpoints.get(1).list())
        .allSatisfy(id -> assertThat(checkpoints.get(1).bytes(id)).hasSizeLessThan(100_000));
    assertThat(valueOf(execute(1, raise(1, 1).session(77, 2)))).isEqualTo(3L);
  }

  private void assertRunOnce(CallBuilder call) {
    Executed again = (Executed) execute(1, call.repetition(reports()));
    assertThat(ErrorCode.ofNumber(again.errorNumber())).isEqualTo(ErrorCode.RESULT_NOT_KEPT);
    assertThat(again.message()).contains("Request 1 of session 77 has committed");
  }

  /** Of a session that may have been forgotten nobody says that it did not commit. */
  @Test
  void whoMayHaveBeenForgottenIsNotRunAgainAndWhoComesLaterIs() {
    forgetFor(1);
    CallBuilder first = raise(1, 1).session(50, 1);
    assertThat(valueOf(execute(1, first))).isEqualTo(1L);
    for (int session = 51; session < 60; session++) {
      execute(1, raise(1, 1).session(session, 1));
    }
    assertUnknown(first);
    world.runFor(3 * INTERVAL_US);
    forgetFor(1);
    assertUnknown(first);
    assertThat(valueOf(execute(1, raise(1, 1).session(60, 1).repetition(reports()))))
        .isEqualTo(11L);
  }

  /** The site starts again, with a table for few sessions. */
  private void forgetFor(int site) {
    sessionsRemembered = 2;
    nodes.get(site).kill();
    start(site);
  }

  private void assertUnknown(CallBuilder call) {
    Executed again = (Executed) execute(1, call.repetition(reports()));
    assertThat(ErrorCode.ofNumber(again.errorNumber())).isEqualTo(ErrorCode.STALE_REQUEST);
  }

  /** Both sites start with logs that have nearly so many records. */
  private void beginAt(long position) {
    nodes.values().forEach(Node::kill);
    List<LogPoint> points =
        List.of(
            new LogPoint(log.entries(1).size(), lives(1), position),
            new LogPoint(log.entries(2).size(), lives(2), position));
    for (int site = 1; site <= 2; site++) {
      checkpoints.put(site, new MemoryCheckpoints());
      EmptyCheckpoint.publish(checkpoints.get(site), site, "scenarios/first", points);
    }
    start(1);
    start(2);
    CallBuilder install = call("thetis.install_jar", 0, "bank", new byte[] {1});
    valueOf(execute(1, install.writes(Catalog.PARTITION, 0)));
    cut();
  }

  private int lives(int site) {
    return (int)
        log.entries(site).stream().map(LogBatchReader::new).filter(LogBatchReader::isFence).count();
  }

  private void goBeyond(long position) {
    for (int round = 1; round <= 4; round++) {
      assertThat(valueOf(execute(1, raise(1, 1).session(7, round)))).isEqualTo((long) round);
      assertThat(valueOf(execute(2, raise(101, 1).session(8, round)))).isEqualTo((long) round);
    }
    assertThat(reports().get(1)).isGreaterThan(position);
    assertThat(reports().get(2)).isGreaterThan(position);
    Release release = new Release(9, List.of(new Mastership(P0, 1)), 2, lives(2));
    assertThat(((Released) ask(1, release)).refused()).isEmpty();
    assertThat(valueOf(execute(2, raise(1, 1).writes(P0, 1)))).isEqualTo(5L);
    world.runFor(3 * INTERVAL_US);
    nodes.get(1).kill();
    start(1);
    cut();
    assertThat(valueOf(execute(1, call("Sum", 1, 1L, 101L)))).isEqualTo(9L);
    CallBuilder again = raise(101, 1).session(8, 4).repetition(reports());
    assertThat(valueOf(execute(2, again))).isEqualTo(4L);
  }
}
