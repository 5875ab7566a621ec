package org.thetisdb.server.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.testing.VirtualTime;

final class CheckpointPaceTest {
  private final VirtualTime time = new VirtualTime();
  private boolean busy = true;

  @Test
  void twentyTimesTheWorkIsFivePercentOfTheTime() {
    assertThat(restsBehind(5, 3_000)).containsExactly(57_000L);
  }

  @Test
  void eachPieceCountsFromItsOwnBeginning() {
    CheckpointPace pace = new CheckpointPace(25, new Site(), time, time);
    assertThat(restsBehind(pace, 2_000)).containsExactly(6_000L);
    assertThat(restsBehind(pace, 100)).containsExactly(300L);
  }

  @Test
  void noRestIsLongerThanASecond() {
    assertThat(restsBehind(1, 400_000)).containsExactly(1_000_000L);
  }

  @Test
  void whoMayTakeAProcessorNeverRests() {
    assertThat(restsBehind(100, 3_000)).isEmpty();
  }

  @Test
  void nobodyIsSparedWhoHasNothingElseToDo() {
    busy = false;
    assertThat(restsBehind(5, 3_000)).isEmpty();
  }

  /** For how long it rests behind a piece of work: a timer, or none. */
  private List<Long> restsBehind(int loadPercent, long workUs) {
    return restsBehind(new CheckpointPace(loadPercent, new Site(), time, time), workUs);
  }

  private List<Long> restsBehind(CheckpointPace pace, long workUs) {
    boolean[] wentOn = {false};
    pace.begin();
    time.standStill(workUs);
    pace.rest(() -> wentOn[0] = true);
    time.settle();
    List<Long> restsUs = time.timers();
    time.passMs(1_000);
    assertThat(wentOn[0]).isTrue();
    return restsUs;
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
