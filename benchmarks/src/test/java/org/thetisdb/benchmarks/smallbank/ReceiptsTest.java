package org.thetisdb.benchmarks.smallbank;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.benchmarks.driver.script.NextCall;
import org.thetisdb.benchmarks.driver.script.Script;

/** What becomes of calls whose end nobody heard of. */
final class ReceiptsTest {
  @Test
  void callsOfUnknownOutcomeCountIfTheirReceiptIsThere() {
    Receipts receipts = new Receipts();
    receipts.unknown(5);
    receipts.unknown(7);
    assertThat(receipts.netCents((procedure, arguments) -> List.of(5L, 130L))).isEqualTo(130);
    assertThat(receipts.netCents((procedure, arguments) -> List.of())).isZero();
  }

  @Test
  void manyReceiptsAreLookedForInSeveralCalls() {
    Receipts receipts = new Receipts();
    for (long receipt = 0; receipt < 2 * FindReceipts.MOST + 1; receipt++) {
      receipts.unknown(receipt);
    }
    List<Integer> sizes = new ArrayList<>();
    long netCents =
        receipts.netCents(
            (procedure, arguments) -> {
              sizes.add(((List<?>) arguments[0]).size());
              return List.of(((List<?>) arguments[0]).get(0), 1L);
            });
    assertThat(sizes).containsExactly(FindReceipts.MOST, FindReceipts.MOST, 1);
    assertThat(netCents).isEqualTo(3);
  }

  @Test
  void eachUpdateHasAReceiptOfItsOwn() {
    SmallBank bank = new SmallBank(SmallBankOptions.ofAccounts(100).withReceipts());
    List<Object> numbers = new ArrayList<>();
    for (int client = 0; client < 3; client++) {
      Script script = bank.script(client, 3, 1);
      for (int i = 0; i < 200; i++) {
        NextCall call = new NextCall();
        script.next(call);
        if (call.procedure().equals("WithReceipt")) {
          numbers.add(call.arguments()[0]);
        } else {
          assertThat(call.procedure()).isEqualTo("Balance");
        }
      }
    }
    assertThat(numbers).doesNotHaveDuplicates().hasSizeGreaterThan(300);
  }
}
