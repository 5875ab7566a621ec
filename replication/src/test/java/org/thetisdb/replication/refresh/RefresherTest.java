package org.thetisdb.replication.refresh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.replication.log.LogBatchReader;
import org.thetisdb.replication.log.LogBatchWriter;
import org.thetisdb.replication.log.LogReader;

/** Scenarios about the order in which site 3 applies the logs of sites 1 and 2. */
final class RefresherTest {
  private final List<String> applied = new ArrayList<>();
  private final List<RuntimeException> failures = new ArrayList<>();
  private final Recorder recorder = new Recorder();
  private final Refresher refresher = new Refresher(3, recorder, 1 << 20);

  RefresherTest() {
    refresher.addOrigin(1);
    refresher.addOrigin(2);
    refresher.addOrigin(3);
  }

  @Test
  void aCommitWaitsForWhatItsTransactionHadSeen() {
    fence(1, 1);
    fence(2, 1);
    commits(2, 1, 2, VersionVector.of(2, 0));
    assertThat(applied).containsExactly("fence of 1", "fence of 2");
    commits(1, 1, 2, VersionVector.ZERO);
    assertThat(applied).endsWith("commit 2 of 1", "commit 2 of 2");
    assertThat(refresher.applied()).isEqualTo(VersionVector.of(2, 2));
  }

  @Test
  void aRecordWaitsForItsGate() {
    long[] open = {1};
    RefreshGate gate =
        new RefreshGate() {
          @Override
          public boolean isOpen(int origin, long position) {
            return position <= open[0];
          }

          @Override
          public void passed(int origin, long position) {
            applied.add("passed " + position);
          }

          @Override
          public void advanced() {
            applied.add("advanced");
          }
        };
    Refresher gated = new Refresher(3, recorder, gate, 1 << 20);
    gated.addOrigin(1);
    gated.onEntry(1, 0, new LogBatchWriter(1, 1).fence());
    gated.onEntry(1, 1, batch(1, 1, 2, VersionVector.ZERO));
    assertThat(applied).containsExactly("fence of 1", "passed 1", "advanced");
    open[0] = 2;
    gated.look();
    assertThat(applied).endsWith("commit 2 of 1", "passed 2", "advanced");
    assertThat(gated.applied()).isEqualTo(VersionVector.of(2));
  }

  @Test
  void aLogIsAppliedInItsOwnOrder() {
    fence(1, 1);
    commits(1, 1, 2, VersionVector.ZERO, VersionVector.ZERO, VersionVector.ZERO);
    assertThat(applied)
        .containsExactly("fence of 1", "commit 2 of 1", "commit 3 of 1", "commit 4 of 1");
  }

  @Test
  void whatAFencedIncarnationAppendsLaterIsIgnored() {
    fence(1, 1);
    commits(1, 1, 2, VersionVector.ZERO);
    fence(1, 2);
    commits(1, 1, 3, VersionVector.ZERO);
    commits(1, 2, 4, VersionVector.ZERO);
    assertThat(applied)
        .containsExactly("fence of 1", "commit 2 of 1", "fence of 1", "commit 4 of 1");
    assertThat(failures).isEmpty();
  }

  @Test
  void whatIsIgnoredIsPassedAndWhatWaitsIsNot() {
    fence(1, 2);
    refresher.onEntry(1, 1, batch(1, 1, 2, VersionVector.ZERO));
    assertThat(refresher.passedOffset(1)).isEqualTo(2);
    refresher.onEntry(1, 2, batch(1, 2, 2, VersionVector.of(0, 1)));
    assertThat(refresher.passedOffset(1)).isEqualTo(2);
    fence(2, 1);
    assertThat(refresher.passedOffset(1)).isEqualTo(3);
  }

  @Test
  void theFirstOfTwoFencesOfOneIncarnationCounts() {
    fence(1, 1);
    fence(1, 1);
    commits(1, 1, 2, VersionVector.ZERO);
    assertThat(refresher.applied()).isEqualTo(VersionVector.of(2));
  }

  @Test
  void aGapStopsTheSite() {
    fence(1, 1);
    commits(1, 1, 3, VersionVector.ZERO);
    assertThat(failures).hasSize(1);
    assertThat(failures.get(0)).hasMessageContaining("position 3 follows 1");
  }

  @Test
  void aBatchOfAnIncarnationWithoutFenceStopsTheSite() {
    fence(1, 1);
    commits(1, 2, 2, VersionVector.ZERO);
    assertThat(failures.get(0)).hasMessageContaining("has no fence");
  }

  @Test
  void damagedBytesStopTheSite() {
    byte[] entry = new LogBatchWriter(1, 1).fence();
    entry[entry.length - 1] ^= 1;
    refresher.onEntry(1, 0, entry);
    assertThat(failures.get(0)).hasMessageContaining("checksum");
  }

  @Test
  void aDependencyOnTheOwnLiveLogAlwaysHolds() {
    fence(3, 1);
    refresher.ownLogIsLive();
    fence(1, 1);
    commits(1, 1, 2, VersionVector.of(0, 0, 9));
    assertThat(applied).endsWith("commit 2 of 1");
  }

  @Test
  void aLogOfWhichTooMuchWaitsIsPausedTillThatIsApplied() {
    Pauses pauses = new Pauses();
    Refresher small = new Refresher(3, recorder, 200);
    small.addOrigin(1);
    small.addOrigin(2);
    small.setReader(pauses);
    small.onEntry(1, 0, new LogBatchWriter(1, 1).fence());
    small.onEntry(2, 0, new LogBatchWriter(2, 1).fence());
    for (int i = 0; i < 10; i++) {
      small.onEntry(1, i + 1, batch(1, 1, i + 2, VersionVector.of(0, 2)));
    }
    assertThat(pauses.paused).containsExactly(1); // what is waited for stands in the other one
    small.onEntry(2, 1, batch(2, 1, 2, VersionVector.ZERO));
    assertThat(pauses.paused).isEmpty();
    assertThat(small.applied()).isEqualTo(VersionVector.of(11, 2));
  }

  @Test
  void aPausedLogGoesOnWhenNothingOfItWaitsThoughMuchOfOthersDoes() {
    Pauses pauses = new Pauses();
    Refresher small = new Refresher(4, recorder, 200);
    small.setReader(pauses);
    for (int site = 1; site <= 3; site++) {
      small.addOrigin(site);
      small.onEntry(site, 0, new LogBatchWriter(site, 1).fence());
    }
    for (int i = 0; i < 10; i++) {
      small.onEntry(1, i + 1, batch(1, 1, i + 2, VersionVector.of(0, 0, 3)));
    }
    small.onEntry(3, 1, batch(3, 1, 2, VersionVector.of(0, 2)));
    assertThat(pauses.paused).containsExactly(1, 3);

    small.onEntry(2, 1, batch(2, 1, 2, VersionVector.ZERO));
    assertThat(pauses.paused).containsExactly(1); // it waits for the next one of log 3
    small.onEntry(3, 2, batch(3, 1, 3, VersionVector.ZERO));
    assertThat(pauses.paused).isEmpty();
    assertThat(small.applied()).isEqualTo(VersionVector.of(11, 2, 3));
  }

  @Test
  void readingOnFromAnyResumePointMissesAndRepeatsNothing() {
    List<byte[]> first = new ArrayList<>();
    List<byte[]> second = new ArrayList<>();
    first.add(new LogBatchWriter(1, 1).fence());
    second.add(new LogBatchWriter(2, 1).fence());
    // Each record of log 1 but the first needs the one of log 2 before it, and the reverse.
    first.add(batch(1, 1, 2, VersionVector.ZERO, VersionVector.of(0, 2), VersionVector.of(0, 3)));
    second.add(batch(2, 1, 2, VersionVector.of(2), VersionVector.of(3)));
    first.add(new LogBatchWriter(1, 2).fence());
    first.add(batch(1, 1, 5, VersionVector.ZERO)); // of the fenced incarnation
    first.add(batch(1, 2, 6, VersionVector.of(0, 3), VersionVector.of(0, 4)));
    second.add(batch(2, 1, 4, VersionVector.of(6)));
    for (int stopFirst = 0; stopFirst <= first.size(); stopFirst++) {
      for (int stopSecond = 0; stopSecond <= second.size(); stopSecond++) {
        stopAndGoOn(first, stopFirst, second, stopSecond);
      }
    }
  }

  private void stopAndGoOn(List<byte[]> first, int stopFirst, List<byte[]> second, int stopSecond) {
    applied.clear();
    Refresher before = new Refresher(3, recorder, 1 << 20);
    before.addOrigin(1);
    before.addOrigin(2);
    logStream(before, 1, first, 0, stopFirst);
    logStream(before, 2, second, 0, stopSecond);
    Refresher after = new Refresher(3, recorder, 1 << 20);
    LogPoint inFirst = before.resumePoint(1);
    LogPoint inSecond = before.resumePoint(2);
    after.addOrigin(1, inFirst, before.applied().get(1));
    after.addOrigin(2, inSecond, before.applied().get(2));
    logStream(after, 1, first, (int) inFirst.offset(), first.size());
    logStream(after, 2, second, (int) inSecond.offset(), second.size());
    assertThat(failures).isEmpty();
    assertThat(after.applied()).isEqualTo(VersionVector.of(7, 4));
    assertThat(applied)
        .containsExactlyInAnyOrder(
            "fence of 1",
            "commit 2 of 1",
            "commit 3 of 1",
            "commit 4 of 1",
            "fence of 1",
            "commit 6 of 1",
            "commit 7 of 1",
            "fence of 2",
            "commit 2 of 2",
            "commit 3 of 2",
            "commit 4 of 2");
  }

  private static void logStream(Refresher to, int site, List<byte[]> log, int from, int until) {
    for (int offset = from; offset < until; offset++) {
      to.onEntry(site, offset, log.get(offset));
    }
  }

  @Test
  void aLogCannotBeReadFromBehindWhatIsApplied() {
    Refresher behind = new Refresher(3, recorder, 1 << 20);
    assertThatThrownBy(() -> behind.addOrigin(1, new LogPoint(5, 1, 9), 8))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private void fence(int site, int incarnation) {
    refresher.onEntry(site, 0, new LogBatchWriter(site, incarnation).fence());
  }

  private void commits(int site, int incarnation, long first, VersionVector... dependencies) {
    refresher.onEntry(site, first, batch(site, incarnation, first, dependencies));
  }

  private static byte[] batch(
      int site, int incarnation, long first, VersionVector... dependencies) {
    LogBatchWriter writer = new LogBatchWriter(site, incarnation);
    writer.begin(first);
    for (VersionVector each : dependencies) {
      writer.commit(each, 1, 7, 1, new byte[] {1}, 2);
      writer.write(new RowKey(20, new byte[] {1}), new byte[] {5, 6}, 2);
      writer.delete(new RowKey(20, new byte[] {2}));
    }
    return writer.finish();
  }

  private final class Recorder implements RefreshSink {
    @Override
    public void apply(int origin, LogBatchReader record) {
      applied.add(
          record.isFence()
              ? "fence of " + origin
              : "commit " + record.position() + " of " + origin);
    }

    @Override
    public void advanced(VersionVector vector) {
      // The tests ask the refresher itself.
    }

    @Override
    public void failed(RuntimeException reason) {
      failures.add(reason);
    }
  }

  private static final class Pauses implements LogReader {
    private final Set<Integer> paused = new TreeSet<>();

    @Override
    public void add(int site, long fromOffset) {}

    @Override
    public void remove(int site) {}

    @Override
    public void setPaused(int site, boolean wanted) {
      if (wanted) {
        paused.add(site);
      } else {
        paused.remove(site);
      }
    }

    @Override
    public void expedite() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
  }
}
