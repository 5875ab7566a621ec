package org.thetisdb.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.thetisdb.cli.option.Console;
import org.thetisdb.cli.option.TerminalText;
import org.thetisdb.lab.shift.ShiftFigures;
import org.thetisdb.lab.shift.ShiftPlan;

/** The second act of the demo: made short, and by night as it is shown. */
class SecondActTest {
  private static final ShiftPlan TINY = new ShiftPlan(3, 12, 3, 3, 20, 1, 40, 5);

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private ShiftSummary show(ShiftPlan plan, TerminalText terminal) throws InterruptedException {
    Console console = new Console(new PrintStream(out, true, StandardCharsets.UTF_8), terminal);
    return new SecondAct(plan, console).show();
  }

  private List<String> lines(Predicate<String> which) {
    return out.toString(StandardCharsets.UTF_8).lines().filter(which).toList();
  }

  @Test
  @Tag("slow")
  void aTinyActHasMapsMomentsFiguresAndNothingLost() throws InterruptedException {
    ShiftSummary summary = show(TINY, TerminalText.ASCII);
    assertThat(summary.isGood()).as(summary.invariants()).isTrue();
    assertThat(lines(line -> line.endsWith("different masters")))
        .hasSize(4)
        .first()
        .isEqualTo("  0.0 s, the load begins; 12 of 12 neighbours have different masters");
    assertThat(lines(line -> line.startsWith("  site 1  |")).get(0))
        .matches("  site 1  \\|([^ ]  ){4}\\| .*");
    assertThat(lines(line -> line.startsWith("  site 3  |")).get(0))
        .matches("  site 3  \\|(  [^ ]){4}\\| .*");
    assertThat(lines(line -> line.matches("  \\d\\.\\d s  .*"))).hasSize(TINY.moments());
    assertThat(lines(line -> line.startsWith("  dynamast "))).hasSize(1);
    assertThat(lines(line -> line.startsWith("Nothing was lost under either"))).hasSize(1);
    assertThat(lines(line -> line.length() > 80)).isEmpty();
    assertThat(out.toString(StandardCharsets.UTF_8)).doesNotContain("?").matches("[\\n -~]*");
  }

  @Test
  @Tag("night")
  void theActThatIsShownShowsWhatItIsMeantFor() throws InterruptedException {
    ShiftSummary summary = show(ShiftPlan.DEMO, TerminalText.UTF_8);
    assertThat(summary.isGood()).as(summary.invariants()).isTrue();
    ShiftFigures dynamast = summary.dynamast();
    assertThat(dynamast.followedTxnS()).isGreaterThan(1.15 * dynamast.beginTxnS());
    assertThat(dynamast.shiftedTxnS()).isLessThan(0.85 * dynamast.followedTxnS());
    assertThat(dynamast.againTxnS()).isGreaterThan(1.3 * dynamast.shiftedTxnS());
    assertThat(dynamast.txnS()).isGreaterThan(1.5 * summary.byHash().txnS());
    assertThat(dynamast.stayedPercent()).isGreaterThan(90);
    assertThat(lines(line -> line.length() > 80)).isEmpty();
    assertThat(lines(line -> line.contains("█".repeat(20)))).as("bars that are cut").isEmpty();
  }
}
