package org.thetisdb.server.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.testing.VirtualTime;
import org.thetisdb.core.time.EpochLength;
import org.thetisdb.replication.log.LogBatchReader;
import org.thetisdb.replication.log.LogBatchWriter;
import org.thetisdb.server.disk.DiskReserve;

/** Scenarios about the end of a site's log. */
final class GroupCommitTest {
  private static final RowKey ROW = new RowKey(20, new byte[] {1});

  private final ScriptedLog log = new ScriptedLog();
  private final VirtualTime time = new VirtualTime();
  private final List<String> events = new ArrayList<>();
  private final GroupCommit commits =
      new GroupCommit(
          1,
          log,
          new LogBatchWriter(1, 1),
          time,
          1_000,
          1 << 10,
          DiskReserve.unwatched(),
          5,
          5,
          VersionVector.ZERO,
          new GroupCommit.Listener() {
            @Override
            public void onDurable(long position) {
              events.add("durable " + position);
            }

            @Override
            public void onAppendFailed(RuntimeException reason) {
              events.add("failed");
            }
          });

  @Test
  void nothingLeavesBeforeTheLogHasIt() {
    commits.whenDurable(commitRow(), () -> events.add("answer"));
    commits.flush();
    assertThat(events).isEmpty();
    log.acknowledge();
    assertThat(events).containsExactly("durable 6", "answer");
  }

  @Test
  void whatCommitsDuringAnAppendSharesTheNextOne() {
    commitRow();
    commits.flush();
    commitRow();
    commits.flush();
    commitRow();
    commits.flush();
    assertThat(log.entries).hasSize(1);
    log.acknowledge();
    assertThat(log.entries).hasSize(2);
    assertThat(new LogBatchReader(log.entries.get(1)).count()).isEqualTo(2);
    assertThat(new LogBatchReader(log.entries.get(1)).firstPosition()).isEqualTo(7);
  }

  @Test
  void underLoadAppendsKeepTheirDistanceAndALoneCallDoesNotWait() {
    commitRow();
    commitRow();
    commits.flush();
    commitRow();
    log.acknowledge();
    assertThat(log.entries).hasSize(1);
    time.pass(1_000);
    assertThat(log.entries).hasSize(2);
    log.acknowledge();
    commitRow();
    commits.flush();
    assertThat(log.entries).hasSize(3);
  }

  @Test
  void whoeverAddsARecordNeedNotAskForItsAppend() {
    commitRow();
    commits.grant(3, 1);
    commits.grant(4, 1);
    assertThat(time.tasks()).isEqualTo(1);
    time.runNext();
    assertThat(log.entries).hasSize(1);
    log.acknowledge();
    commits.release(3, 2, 2, 1, true, null);
    time.runNext();
    assertThat(log.entries).hasSize(2);
  }

  @Test
  void grantsThatWentBeforeDoNotHoldUpALoneCall() {
    commits.grant(3, 1);
    commits.grant(4, 1);
    commits.flush();
    log.acknowledge();
    commitRow();
    commits.flush();
    assertThat(log.entries).hasSize(2);
  }

  @Test
  void anAnswerAboutWhatIsAlreadyDurableLeavesAtOnce() {
    commits.whenDurable(5, () -> events.add("answer"));
    assertThat(events).containsExactly("answer");
  }

  @Test
  void aFailedAppendReleasesNothingAndEndsTheLog() {
    commits.whenDurable(commitRow(), () -> events.add("answer"));
    commits.flush();
    log.fail();
    assertThat(events).containsExactly("failed");
    assertThatThrownBy(commits::checkRoom).isInstanceOf(ThetisException.class);
    assertThatThrownBy(this::commitRow).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void updatesAreRefusedWhenTooMuchWaitsForTheLog() {
    while (commits.position() < 100) {
      try {
        commits.checkRoom();
      } catch (ThetisException e) {
        assertThat(e.code().id()).isEqualTo("T3002");
        return;
      }
      commitRow();
      commits.flush();
    }
    throw new AssertionError("never refused");
  }

  @Test
  void commitsOfAnEpochAreAppendedTogetherWhenItEnds() {
    commits.appendByEpochs(new EpochLength(10_000));
    commitRow();
    commits.flush();
    time.standStill(9_000);
    commitRow();
    commits.flush();
    assertThat(log.entries).as("it began with the first one").isEmpty();
    time.pass(1_000);
    assertThat(new LogBatchReader(log.entries.get(0)).count()).isEqualTo(2);
  }

  @Test
  void anEpochThatEndsDuringAnAppendGoesBehindThat() {
    commits.appendByEpochs(new EpochLength(10_000));
    commitRow();
    commits.flush();
    time.pass(10_000);
    commitRow();
    time.standStill(12_000);
    commits.flush();
    assertThat(log.entries).hasSize(1);
    log.acknowledge();
    assertThat(log.entries).hasSize(2);
  }

  @Test
  void whatIsNoCommitEndsTheEpochAtOnce() {
    commits.appendByEpochs(new EpochLength(10_000));
    commitRow();
    time.runNext();
    commits.release(3, 2, 2, 1, true, null);
    time.runNext();
    assertThat(new LogBatchReader(log.entries.get(0)).count()).isEqualTo(2);
    log.acknowledge();
    commitRow();
    commits.flush();
    assertThat(log.entries).as("the next one lasts as ever").hasSize(1);
  }

  @Test
  void whereEpochsAreOverNothingWaitsForTheirEnd() {
    commits.appendByEpochs(new EpochLength(10_000));
    commitRow();
    commits.appendByEpochs(null);
    assertThat(log.entries).hasSize(1);
    commitRow();
    log.acknowledge();
    assertThat(log.entries).hasSize(2);
  }

  @Test
  void dependenciesOfTheUnacknowledgedDoNotCountAsDurable() {
    commits.dependOn(VersionVector.of(0, 9));
    commitRow();
    commits.flush();
    assertThat(commits.durableDependencies()).isEqualTo(VersionVector.ZERO);
    log.acknowledge();
    assertThat(commits.durableDependencies()).isEqualTo(VersionVector.of(0, 9));
  }

  private long commitRow() {
    long position = commits.commit(1, 7, 1, new byte[0], 1);
    commits.write(ROW, new byte[50]);
    return position;
  }
}
