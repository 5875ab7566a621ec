package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.client.ClientCore;
import org.thetisdb.client.SessionCore;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.replication.membership.ClusterSettings.FirstMaster;

/** An administrator has borders come and go while two sessions raise counters beside them. */
final class BorderScenariosTest extends RouterFixture {
  private final boolean[] stopped = {false};
  private int raised;
  private int failed;

  BorderScenariosTest() {
    super(1, SchemeRegistry.SINGLE_MASTER, 0, FirstMaster.FIRST_SITE);
  }

  private CallOutcome change(boolean split, String table, String key, boolean dryRun) {
    CallOutcome[] told = new CallOutcome[1];
    ClientCore core = new Caller(leader(), 0).machine.core();
    core.changeBorder(split, table, key, dryRun, outcome -> told[0] = outcome);
    runUntil(() -> told[0] != null, "the administrator is answered");
    return told[0];
  }

  private void raise(SessionCore session, long counter) {
    session.call(
        "Raise",
        ValueCodec.encodeArguments(new Object[] {counter, 1L}),
        outcome -> {
          raised += outcome.isCommitted() ? 1 : 0;
          failed += outcome.isCommitted() ? 0 : 1;
          if (!stopped[0]) {
            raise(session, counter);
          }
        });
  }

  private static String text(CallOutcome outcome) {
    return outcome.message() + outcome.result();
  }

  @Test
  void bordersComeAndGoWhileCallsWriteOnBothSides() {
    Caller low = new Caller(leader(), 0);
    Caller high = new Caller(leader(), 0);
    raise(low.session, 499);
    raise(high.session, 500);
    world.runFor(100_000);
    assertThat(text(change(true, "counters", "500", true))).contains("\"dry_run\":true");
    assertThat(change(false, "counters", "500", false).message()).contains("there is none");
    assertThat(text(change(true, "counters", "500", false))).contains("\"action\":\"split\"");
    assertThat(change(true, "counters", "500", false).message()).contains("one already");
    int before = raised;
    world.runFor(200_000);
    assertThat(raised).as("calls go on").isGreaterThan(before + 10);
    CallOutcome merged = change(false, "counters", "500", false);
    assertThat(merged.message()).isEmpty();
    assertThat(text(merged)).contains("\"action\":\"merge\"");
    assertThat(change(false, "counters", "500", true).message()).contains("there is none");
    stopped[0] = true;
    world.runFor(LEASE_US);
    assertThat(failed).isZero();
    assertThat(value(499, low, high) + value(500, low, high)).isEqualTo(raised);
  }

  @Test
  void whatCannotBeIsOneClearErrorAndChangesNothing() {
    CallOutcome noTable = change(true, "nothing", "5", false);
    assertThat(noTable.code()).isEqualTo(ErrorCode.BORDER_CHANGE_REFUSED);
    assertThat(noTable.message()).contains("there is no table \"nothing\"");
    assertThat(change(true, "counters", "five", false).message()).contains("is no key");
  }
}
