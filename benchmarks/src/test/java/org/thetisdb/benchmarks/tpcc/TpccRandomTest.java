package org.thetisdb.benchmarks.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.thetisdb.benchmarks.driver.script.Weights;

/** What terminals choose has the shares that the specification demands. */
class TpccRandomTest {
  private static final int CHOICES = 50_000;
  private static final TpccOptions OPTIONS = new TpccOptions(4, 1, TpccOptions.USUAL_WEIGHTS);

  private final SplittableRandom random = new SplittableRandom(7);
  private final TpccInput input = new TpccInput(OPTIONS, 5, random);

  @Test
  void namesAreMadeOfSyllables() {
    TpccRandom names = new TpccRandom(random);
    assertThat(names.loadedLastName(1)).isEqualTo("BARBARBAR");
    assertThat(names.loadedLastName(372)).isEqualTo("PRICALLYOUGHT");
  }

  @Test
  void anOrderOf100IsRolledBackAndOneOfTenHasARemoteItem() {
    TpccInput orders = new TpccInput(new TpccOptions(4, 1, Weights.of(100, 0, 0, 0, 0)), 5, random);
    int rolledBack = 0;
    int remote = 0;
    int lines = 0;
    for (int i = 0; i < CHOICES; i++) {
      orders.choose(random, Instant.EPOCH);
      assertThat(orders.lines()).hasSizeBetween(5, 15);
      rolledBack += orders.lines()[orders.lines().length - 1].item() > 100_000 ? 1 : 0;
      for (TpccInput.Line line : orders.lines()) {
        lines++;
        remote += line.supplier() == orders.warehouse() ? 0 : 1;
      }
    }
    assertThat(rolledBack / (double) CHOICES).isBetween(0.008, 0.012);
    assertThat(remote / (double) lines).isBetween(0.008, 0.012);
  }

  @Test
  void asManyOrdersAndPaymentsMeetTwoWarehousesAsAreAskedFor() {
    TpccOptions options = new TpccOptions(4, 1, Weights.of(50, 50, 0, 0, 0)).withRemote(33, 5);
    TpccInput terminal = new TpccInput(options, 5, random);
    int[] calls = new int[2];
    int[] remote = new int[2];
    for (int i = 0; i < CHOICES; i++) {
      terminal.choose(random, Instant.EPOCH);
      boolean isOrder = terminal.transaction() == TpccTransaction.NEW_ORDER;
      calls[isOrder ? 0 : 1]++;
      boolean isRemote =
          isOrder
              ? Arrays.stream(terminal.lines()).anyMatch(line -> line.supplier() != 2)
              : terminal.customerWarehouse() != 2;
      remote[isOrder ? 0 : 1] += isRemote ? 1 : 0;
    }
    assertThat(remote[0] / (double) calls[0]).isBetween(0.31, 0.35);
    assertThat(remote[1] / (double) calls[1]).isBetween(0.04, 0.06);
  }

  @Test
  void threeOfFiveCustomersComeByNameAndSomePayElsewhere() {
    int payments = 0;
    int byName = 0;
    int remote = 0;
    for (int i = 0; i < CHOICES; i++) {
      input.choose(random, Instant.EPOCH);
      assertThat(input.warehouse()).isEqualTo(2);
      if (input.transaction() == TpccTransaction.PAYMENT) {
        payments++;
        byName += input.lastName().isEmpty() ? 0 : 1;
        remote += input.customerWarehouse() == input.warehouse() ? 0 : 1;
      }
    }
    assertThat(payments / (double) CHOICES).isBetween(0.42, 0.44);
    assertThat(byName / (double) payments).isBetween(0.58, 0.62);
    assertThat(remote / (double) payments).isBetween(0.13, 0.17);
  }

  @Test
  void anItemThatIsOrderedTwiceIsTakenTwice() {
    StockTaken taken = new StockTaken();
    assertThat(taken.after(7, 1, 5, 20)).isEqualTo(15);
    assertThat(taken.after(7, 1, 6, 20)).isEqualTo(100);
    assertThat(taken.after(8, 1, 1, 20)).isEqualTo(19);
  }
}
