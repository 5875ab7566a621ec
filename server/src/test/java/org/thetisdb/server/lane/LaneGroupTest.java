package org.thetisdb.server.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.replication.refresh.LogPoint;
import org.thetisdb.server.checkpoint.CheckpointVisitor;
import org.thetisdb.store.OnHeapRowStore;
import org.thetisdb.store.StoreConfig;

/** Sites 3 and 4 share their rows; site 1 is elsewhere. */
final class LaneGroupTest {
  private final LaneGroup group =
      new LaneGroup(List.of(3, 4), new OnHeapRowStore(StoreConfig.of(3, 1 << 20)));
  private final Lane first = group.lanes().get(0);
  private final Lane second = group.lanes().get(1);
  private final List<String> told = new ArrayList<>();

  @Test
  void theSecondPassesWhatTheFirstHasInstalled() {
    second.onInstalled(() -> told.add("look"));
    assertThat(first.installs(1, 7)).isTrue();
    assertThat(second.installs(1, 7)).isFalse();
    assertThat(second.isOpen(1, 7)).isFalse();
    first.passed(1, 7);
    first.advanced();
    assertThat(told).containsExactly("look");
    assertThat(second.isOpen(1, 7)).isTrue();
    first.advanced();
    assertThat(told).as("nobody waits").hasSize(1);
  }

  @Test
  void whatALaneCommitsNobodyElseInstalls() {
    assertThat(first.installs(4, 9)).as("while it recovers").isTrue();
    second.serves(9);
    assertThat(first.installs(4, 9)).isTrue();
    assertThat(first.installs(4, 10)).isFalse();
    first.serves(2);
    assertThat(second.isOpen(3, 3)).isTrue();
    assertThat(second.isOpen(3, 2)).as("before it served").isFalse();
  }

  @Test
  void aLaneIsReplacedByALaterFenceThanItsOwn() {
    assertThat(first.isReplaced(4, 6)).as("it has no number yet").isFalse();
    second.took(5);
    assertThat(first.isReplaced(4, 5)).isFalse();
    assertThat(first.isReplaced(4, 6)).isTrue();
    assertThat(first.isReplaced(1, 6)).as("it shares no rows").isFalse();
  }

  @Test
  void oneThatEndsTakesTheOtherWithIt() {
    first.onEnded(reason -> told.add("first: " + reason.getMessage()));
    second.onEnded(reason -> told.add("second"));
    second.ended(new IllegalStateException("its log is gone."));
    assertThat(told).hasSize(1);
    assertThat(told.get(0)).startsWith("first: ").contains("Site 4", "its log is gone.");
  }

  @Test
  void oneThatBeginsWhenAnotherHasEndedEndsAtOnce() {
    first.ended(new IllegalStateException("it never began."));
    second.onEnded(reason -> told.add(reason.getMessage()));
    assertThat(told).hasSize(1);
    second.ended(new IllegalStateException("so it ends."));
    assertThat(told).as("once").hasSize(1);
  }

  @Test
  void whoWaitsForLogsExpeditesTheOneThatInstallsThem() {
    first.onExpedited(() -> told.add("first"));
    second.onExpedited(() -> told.add("second"));
    second.expediteInstaller();
    first.expediteInstaller();
    assertThat(told).containsExactly("first");
  }

  @Test
  void allBeginWithWhatTheFirstRestores() {
    first.ready(new Recorder("first"));
    assertThat(told).isEmpty();
    second.ready(new Recorder("second"));
    assertThat(told).containsExactly("first restores");
    first.opened(VersionVector.of(4), List.of(), VersionVector.ZERO);
    assertThat(told).endsWith("first opened", "second opened");
    assertThat(second.isOpen(1, 4)).as("it is restored").isTrue();
  }

  private final class Recorder implements LaneOpening {
    private final String name;

    Recorder(String name) {
      this.name = name;
    }

    @Override
    public CheckpointVisitor rows() {
      return CheckpointVisitor.NONE;
    }

    @Override
    public CheckpointVisitor besideRows() {
      return CheckpointVisitor.NONE;
    }

    @Override
    public void restore(CheckpointVisitor target) {
      told.add(name + " restores");
    }

    @Override
    public void opened(VersionVector vector, List<LogPoint> points, VersionVector complete) {
      told.add(name + " opened");
    }
  }
}
