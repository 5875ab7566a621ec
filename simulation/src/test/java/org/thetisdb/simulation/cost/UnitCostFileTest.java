package org.thetisdb.simulation.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.cost.Work;

/** The file of unit costs, and files that are none. */
class UnitCostFileTest {
  private static String shipped() throws IOException {
    try (InputStream in = UnitCosts.class.getResourceAsStream(UnitCosts.RESOURCE)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static UnitCostFile read(String text) throws IOException {
    return UnitCostFile.read(
        new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1)), "a file");
  }

  private static void assertRefused(String text, String why) {
    assertThatIllegalArgumentException().isThrownBy(() -> read(text)).withMessageContaining(why);
  }

  @Test
  void theShippedFileHasEachStepAndSaysWhereItIsFrom() throws IOException {
    UnitCostFile file = read(shipped());
    for (Work work : Work.values()) {
      assertThat(file.costs().ns(work)).as(work.key()).isPositive();
    }
    assertThat(file.origin()).containsOnlyKeys(UnitCostFile.ORIGIN);
    assertThat(file.costs()).isEqualTo(UnitCosts.SHIPPED);
  }

  @Test
  void whatIsWrittenIsRead() throws IOException {
    UnitCostFile shipped = read(shipped());
    Map<Work, UnitCostFile.Spread> spreads = new EnumMap<>(Work.class);
    spreads.put(Work.ROW_READ, new UnitCostFile.Spread(200, 400));
    UnitCostFile measured = new UnitCostFile(shipped.origin(), shipped.costs(), spreads);
    assertThat(read(measured.text())).isEqualTo(measured);
  }

  @Test
  void aCostThatIsMissingOrUnknownIsNamed() throws IOException {
    assertRefused(shipped().replace("row_held_ns", "row_hold_ns"), "row_held_ns is missing");
    assertRefused(shipped() + "row_hold_ns = 1\n", "no such cost: row_hold_ns");
    assertRefused(shipped().replace("measured = ", "# "), "measured is missing");
  }

  @Test
  void whatIsNoNumberOfNanosecondsIsRefused() throws IOException {
    for (String wrong : new String[] {"", "-1", "0.3", "1e3", "99999999999", "9".repeat(40)}) {
      assertRefused(
          shipped().replace("row_read_ns = 300", "row_read_ns = " + wrong), "row_read_ns");
    }
  }

  @Test
  void aMedianOutsideOfItsSpreadIsRefused() throws IOException {
    assertRefused(
        shipped() + "row_read_least_ns = 301\nrow_read_most_ns = 400\n", "outside of its own");
    assertRefused(shipped() + "row_read_least_ns = 200\n", "row_read_most_ns is missing");
  }

  @Test
  void smallSitesTakeLongerAndTheRouterDoesNot() {
    UnitCosts slow = UnitCosts.SHIPPED.withSlowSites(16);
    for (Work work : Work.values()) {
      assertThat(slow.ns(work) / UnitCosts.SHIPPED.ns(work))
          .as(work.key())
          .isEqualTo(work.isOfSite() ? 16 : 1);
    }
    assertThat(slow.ns(Work.MESSAGE)).isEqualTo(UnitCosts.SHIPPED.ns(Work.MESSAGE));
  }
}
