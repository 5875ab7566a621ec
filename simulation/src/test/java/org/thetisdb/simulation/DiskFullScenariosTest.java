package org.thetisdb.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.disk.DiskSpace;
import org.thetisdb.sql.call.SystemCall;

/** Scenarios about two sites that share a disk, which others fill and empty. */
final class DiskFullScenariosTest extends SiteFixture {
  private static final long RESERVE_BYTES = 80 << 20;
  private static final long CHECKPOINT_MS = 60_000;

  /** Longer than between two looks at the disk. */
  private static final long LOOK_US = 500_000;

  private long freeBytes = 1 << 30;

  DiskFullScenariosTest() {
    super(CHECKPOINT_MS, 0);
  }

  @BeforeEach
  void sitesWatchTheDisk() {
    disk =
        new DiskSpace() {
          @Override
          public long reserveBytes() {
            return RESERVE_BYTES;
          }

          @Override
          public void ask(Scheduler line, LongConsumer answer) {
            long now = freeBytes;
            line.execute(() -> answer.accept(now));
          }
        };
    for (int site = 1; site <= 2; site++) {
      nodes.get(site).kill();
      start(site);
    }
    assertThat(valueOf(execute(1, raise(1, 5)))).isEqualTo(5L);
  }

  private void leave(long newFreeBytes) {
    freeBytes = newFreeBytes;
    world.runFor(LOOK_US);
  }

  @Test
  void belowTheReserveWritesAreRefusedAndReadsGoOn() {
    leave(RESERVE_BYTES - 1);
    Executed refused = (Executed) execute(1, raise(1, 2));
    assertThat(refused.errorNumber()).isEqualTo(ErrorCode.DISK_FULL.number());
    assertThat(refused.message()).contains("The disk of site 1 is full: 79 MiB are free");
    assertThat(errorOf(execute(1, raise(2, 2)))).isEqualTo(ErrorCode.DISK_FULL.number());
    assertThat(valueOf(execute(1, call("Sum", 1, 1L, 99L)))).isEqualTo(5L);
    assertThat(nodes.get(1).halted).isNull();
  }

  @Test
  void withRoomAgainTheyWriteByThemselvesButNotAtTheVeryBorder() {
    leave(RESERVE_BYTES - 1);
    leave(RESERVE_BYTES + 1);
    assertThat(errorOf(execute(1, raise(1, 2)))).isEqualTo(ErrorCode.DISK_FULL.number());
    leave(2 * RESERVE_BYTES);
    assertThat(valueOf(execute(1, raise(1, 2)))).isEqualTo(7L);
  }

  @Test
  void onAShortDiskCheckpointsComeAtOnceAndTheNewestStays() {
    leave(RESERVE_BYTES - 1);
    world.runFor(3_000_000);
    assertThat(checkpoints.get(1).list()).filteredOn(id -> id.site() == 1).hasSize(1);
    assertThat(checkpoints.get(2).list()).filteredOn(id -> id.site() == 2).hasSize(1);
    nodes.get(1).kill();
    start(1);
    assertThat(valueOf(execute(1, call("Sum", 1, 1L, 99L)))).isEqualTo(5L);
  }

  @Test
  void theLastPartOfTheReserveIsNotForCheckpoints() {
    leave(RESERVE_BYTES / 8);
    world.runFor(3 * CHECKPOINT_MS * 1_000);
    assertThat(checkpoints.get(1).list()).isEmpty();
    assertThat(nodes.get(1).halted).isNull();
    leave(2 * RESERVE_BYTES);
    world.runFor(2 * CHECKPOINT_MS * 1_000);
    assertThat(checkpoints.get(1).list()).isNotEmpty();
  }

  @Test
  void dropAndTruncateMakeRoomSoTheyGoOnAndOtherDefinitionsDoNot() {
    for (String table : List.of("t", "u")) {
      Executed made = (Executed) define("CREATE TABLE " + table + " (id INT PRIMARY KEY)");
      assertThat(made.errorNumber()).as(made.message()).isZero();
    }
    leave(RESERVE_BYTES - 1);
    assertThat(errorOf(define("CREATE TABLE v (id INT PRIMARY KEY)")))
        .isEqualTo(ErrorCode.DISK_FULL.number());
    assertThat(errorOf(define("CREATE INDEX i ON t (id)"))).isEqualTo(ErrorCode.DISK_FULL.number());
    assertThat(errorOf(define("TRUNCATE TABLE u"))).isZero();
    assertThat(errorOf(define("DROP TABLE t"))).isZero();
    assertThat(errorOf(define("DROP TABLE t"))).isEqualTo(ErrorCode.UNKNOWN_TABLE.number());
    assertThat(errorOf(execute(1, raise(1, 2)))).isEqualTo(ErrorCode.DISK_FULL.number());
  }

  private Message define(String text) {
    return execute(1, call(SystemCall.DEFINE, 0, text).writes(Catalog.PARTITION, 0), LOOK_US);
  }

  private static int errorOf(Message message) {
    return ((Executed) message).errorNumber();
  }
}
