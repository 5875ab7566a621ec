package org.thetisdb.benchmarks.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.thetisdb.benchmarks.driver.script.NextCall;
import org.thetisdb.benchmarks.smallbank.SmallBank;
import org.thetisdb.benchmarks.smallbank.SmallBankOptions;

class RemasterFloorTest {
  @Test
  void whatIsNeverWrittenTogetherNeedsNoRemastering() {
    List<int[]> transactions = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      transactions.add(new int[] {2 * (i % 30), 2 * (i % 30) + 1});
    }
    assertThat(RemasterFloor.of(transactions, 3)).isZero();
  }

  @Test
  void groupsThatAreAllWrittenTogetherMustCrossTheSites() {
    List<int[]> transactions = new ArrayList<>();
    for (int one = 0; one < 30; one++) {
      for (int other = one + 1; other < 30; other++) {
        transactions.add(new int[] {one, other});
      }
    }
    // Ten groups at each of three sites: 3 * 45 of 435 pairs are local.
    assertThat(RemasterFloor.of(transactions, 3)).isBetween(0.6, 0.75);
    assertThat(RemasterFloor.of(transactions, 1)).isZero();
  }

  @Test
  void aChainIsCutInFewPlacesOnly() {
    List<int[]> transactions = new ArrayList<>();
    for (int i = 0; i < 299; i++) {
      transactions.add(new int[] {i, i + 1});
    }
    assertThat(RemasterFloor.of(transactions, 3)).isLessThan(0.05);
  }

  @Test
  void transactionsThatReadCountInTheWhole() {
    List<int[]> transactions = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 1_000; i++) {
      transactions.add(
          i % 2 == 0 ? new int[0] : new int[] {random.nextInt(20), 20 + random.nextInt(20)});
    }
    assertThat(RemasterFloor.of(transactions, 2)).isBetween(0.05, 0.35);
  }

  @Test
  void footprintsAreWhatThePlansOfTheCallsWrite() {
    SampledFootprints footprints =
        new SampledFootprints(new SmallBank(SmallBankOptions.ofAccounts(1_000)).procedures());
    NextCall call = new NextCall();
    call.set(0, "SendPayment", 5L, 905L, 100L);
    footprints.see(call);
    call.set(0, "Balance", 5L);
    for (int i = 0; i < 8; i++) {
      footprints.see(call);
    }
    assertThat(footprints.samples()).hasSize(2);
    assertThat(footprints.samples().get(0)).hasSize(2);
    assertThat(footprints.samples().get(1)).isEmpty();
  }
}
