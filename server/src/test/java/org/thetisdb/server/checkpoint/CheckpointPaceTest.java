package org.thetisdb.server.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.time.Clock;
import org.thetisdb.core.time.Scheduler;

final class CheckpointPaceTest {
  private final Line line = new Line();
  private boolean busy = true;

  @Test
  void twentyTimesTheWorkIsFivePercentOfTheTime() {
    workFor(5, 3_000);
    assertThat(line.delaysUs).containsExactly(57_000L);
  }

  @Test
  void eachPieceCountsFromItsOwnBeginning() {
    CheckpointPace pace = new CheckpointPace(25, new Site(), line, line);
    for (long workUs : new long[] {2_000, 100}) {
      pace.begin();
      line.nowUs += workUs;
      pace.rest(() -> {});
      line.nowUs += 50_000;
    }
    assertThat(line.delaysUs).containsExactly(6_000L, 300L);
  }

  @Test
  void noRestIsLongerThanASecond() {
    workFor(1, 400_000);
    assertThat(line.delaysUs).containsExactly(1_000_000L);
  }

  @Test
  void whoMayTakeAProcessorNeverRests() {
    workFor(100, 3_000);
    assertThat(line.delaysUs).isEmpty();
  }

  @Test
  void nobodyIsSparedWhoHasNothingElseToDo() {
    busy = false;
    workFor(5, 3_000);
    assertThat(line.delaysUs).isEmpty();
  }

  private void workFor(int loadPercent, long workUs) {
    boolean[] wentOn = {false};
    CheckpointPace pace = new CheckpointPace(loadPercent, new Site(), line, line);
    pace.begin();
    line.nowUs += workUs;
    pace.rest(() -> wentOn[0] = true);
    assertThat(wentOn[0]).isTrue();
  }

  /** Runs everything at once, and notes for how long it should have waited. */
  private static final class Line implements Scheduler {
    private final List<Long> delaysUs = new ArrayList<>();
    private long nowUs;

    @Override
    public Clock clock() {
      return new Clock() {
        @Override
        public long nowUs() {
          return nowUs;
        }

        @Override
        public long wallMs() {
          throw new UnsupportedOperationException();
        }
      };
    }

    @Override
    public void execute(Runnable task) {
      task.run();
    }

    @Override
    public Timer schedule(long delayUs, Runnable task) {
      delaysUs.add(delayUs);
      task.run();
      return () -> {};
    }
  }

  private final class Site implements CheckpointSubject {
    @Override
    public boolean isBusy() {
      return busy;
    }

    @Override
    public void onPublished(CheckpointSummary summary, long[] neededOffsets) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void onFailed(RuntimeException reason) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void onPinNotNeeded() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void onRowsWritten() {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean next(int most, CheckpointSlice slice) {
      throw new UnsupportedOperationException();
    }

    @Override
    public VersionVector complete() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void whenDurable(VersionVector reached, Runnable action) {
      throw new UnsupportedOperationException();
    }
  }
}
