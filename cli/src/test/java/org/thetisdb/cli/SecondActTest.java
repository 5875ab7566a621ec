package org.thetisdb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.lab.shift.ShiftPlan;

/** The second act of the demo, made short. */
@Tag("slow")
@InTurn(oneIn = 4)
class SecondActTest {
  @Test
  void aTinyActHasMapsFiguresAndNothingLost() throws InterruptedException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Console console = new Console(new PrintStream(out, true, StandardCharsets.UTF_8));
    ShiftSummary summary = new SecondAct(new ShiftPlan(3, 12, 3, 20, 1, 20, 5), console).show();
    String text = out.toString(StandardCharsets.UTF_8);
    assertThat(summary.isGood()).as(summary.invariants()).isTrue();
    assertThat(summary.dynamast().txnS()).isPositive();
    assertThat(summary.byHash().distributedPercent()).isGreaterThan(50);
    assertThat(text.split("site 1 ", -1)).as("maps").hasSize(1 + 5);
    assertThat(text)
        .contains("at 0.50 s, the locality shifts", "partitioned by hash", "Nothing was lost");
    assertThat(text.chars()).allMatch(c -> c == '\n' || (c >= ' ' && c < 127));
  }
}
