package org.thetisdb.router.scheme.fragments;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.config.SchemeSettings.FragmentControl;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.testing.VirtualTime;
import org.thetisdb.core.wire.RouterToSite.Step;
import org.thetisdb.core.wire.SiteToRouter.InDoubtTimes;
import org.thetisdb.router.config.ControlConfig;
import org.thetisdb.router.scheme.fragments.ControlChoice.Load;

/** A choice over three sites that work 40 us for a call, and hold rows for 2 ms. */
final class ControlChoiceTest {
  private static final RowKey HOT = new RowKey(16, new byte[] {1});
  private static final int CALLS = 1_000;

  private final VirtualTime time = new VirtualTime();
  private boolean hasRules;
  private long decided;
  private final ControlChoice auto = choice(FragmentControl.AUTO);

  @Test
  void whatIsSetIsInForce() {
    assertThat(choice(FragmentControl.LOCKING).speculates()).isFalse();
    assertThat(choice(FragmentControl.SPECULATIVE).speculates()).isTrue();
    assertThat(choice(FragmentControl.SPECULATIVE).reason()).isEqualTo("it is set");
    ControlChoice blocking = choice(FragmentControl.BLOCKING);
    assertThat(blocking.speculates()).isFalse();
    assertThat(blocking.step()).isEqualTo(Step.BLOCK);
    assertThat(blocking.name()).isEqualTo("blocking");
  }

  @Test
  void rulesOfSqlHaveAllWait() {
    ControlChoice set = choice(FragmentControl.SPECULATIVE);
    hasRules = true;
    assertThat(set.speculates()).isFalse();
    assertThat(set.name()).isEqualTo("locking");
    assertThat(set.reason()).contains("rules of SQL");
  }

  @Test
  void aHotRowMakesItSpeculativeWithinASecond() {
    assertThat(auto.speculates()).isFalse();
    run(2, true);
    assertThat(auto.speculates()).isTrue();
    assertThat(auto.reason()).contains("50 % of calls meet several sites").contains("locking");
  }

  @Test
  void whereNoRowIsHotItStaysLocking() {
    run(20, false);
    assertThat(auto.speculates()).isFalse();
    assertThat(auto.reason()).contains("locking 75,000/s");
  }

  @Test
  void itChangesOnceInTenSeconds() {
    run(2, true);
    run(10, false);
    assertThat(auto.speculates()).as("5 s after the change").isTrue();
    run(12, false);
    assertThat(auto.speculates()).as("when 10 s are over").isFalse();
  }

  @Test
  void aFewCallsChangeNothing() {
    for (int i = 0; i < 20; i++) {
      auto.onDistributed(() -> List.of(HOT));
    }
    time.pass(1_000_000);
    assertThat(auto.speculates()).isFalse();
    assertThat(auto.reason()).isEqualTo("nothing was measured yet");
  }

  /** Half seconds go by in which half of the calls meet several sites. */
  private void run(int looks, boolean isHot) {
    for (int i = 0; i < looks; i++) {
      for (int call = 0; call < CALLS; call++) {
        RowKey row = isHot ? HOT : new RowKey(17, new byte[] {(byte) (call >> 8), (byte) call});
        auto.onAlone();
        auto.onDistributed(() -> List.of(row));
      }
      decided += CALLS;
      time.pass(500_000);
    }
  }

  private ControlChoice choice(FragmentControl set) {
    return new ControlChoice(
        ControlConfig.of(set),
        () -> hasRules,
        () -> new Load(3, 40, decided / 2, new InDoubtTimes(0, decided, decided * 2_000, 2_000)),
        time);
  }
}
