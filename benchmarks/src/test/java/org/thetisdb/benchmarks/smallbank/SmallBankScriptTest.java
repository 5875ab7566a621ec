package org.thetisdb.benchmarks.smallbank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.thetisdb.benchmarks.driver.script.NextCall;
import org.thetisdb.benchmarks.driver.script.Script;
import org.thetisdb.benchmarks.driver.script.Weights;

/** Whom the clients choose, and how often. */
class SmallBankScriptTest {
  private static final int CALLS = 100_000;

  @Test
  void mixIsTheStandardOne() {
    Script script = new SmallBank(SmallBankOptions.standard()).script(0, 1, 5);
    int[] counts = new int[SmallBankTransaction.count()];
    NextCall call = new NextCall();
    for (int i = 0; i < CALLS; i++) {
      script.next(call);
      counts[call.type()]++;
    }
    assertThat(counts[SmallBankTransaction.SEND_PAYMENT.index()]).isBetween(24_000, 26_000);
    for (int type = 0; type < counts.length; type++) {
      if (type != SmallBankTransaction.SEND_PAYMENT.index()) {
        assertThat(counts[type]).isBetween(14_000, 16_000);
      }
    }
  }

  @Test
  void mixMustAddUp() {
    assertThat(Weights.parse("0, 100,0,0,0,0", 6)).hasToString("0,100,0,0,0,0");
    assertThat(
            SmallBankTransaction.of(
                Weights.parse("0,100,0,0,0,0", 6).choose(new SplittableRandom(1))))
        .isEqualTo(SmallBankTransaction.BALANCE);
    for (String wrong : new String[] {"", "1,2", "10,10,10,10,10,10", "-1,101,0,0,0,0", "a"}) {
      assertThatThrownBy(() -> Weights.parse(wrong, 6)).hasMessageContaining("percentages");
    }
  }

  @Test
  void sameSeedChoosesTheSame() {
    Script one = new SmallBank(SmallBankOptions.standard()).script(3, 8, 42);
    Script two = new SmallBank(SmallBankOptions.standard()).script(3, 8, 42);
    NextCall a = new NextCall();
    NextCall b = new NextCall();
    for (int i = 0; i < 1_000; i++) {
      one.next(a);
      two.next(b);
      assertThat(a.procedure()).isEqualTo(b.procedure());
      assertThat(a.arguments()).containsExactly(b.arguments());
    }
  }

  @Test
  void hotCustomersArePreferred() {
    SmallBankOptions options = SmallBankOptions.ofAccounts(1_000).withHotspot(100, 0.9);
    CustomerChooser chooser = new CustomerChooser(options, 0, 1, new SplittableRandom(1));
    int hot = 0;
    for (int i = 0; i < CALLS; i++) {
      hot += chooser.first() < 100 ? 1 : 0;
    }
    assertThat(hot).isBetween(89_000, 91_000);
  }

  @Test
  void partnersAreOthers() {
    SmallBankOptions options = SmallBankOptions.ofAccounts(10).withHotspot(1, 1);
    CustomerChooser chooser = new CustomerChooser(options, 0, 1, new SplittableRandom(1));
    for (int i = 0; i < 1_000; i++) {
      int first = chooser.first();
      assertThat(chooser.partnerOf(first)).isNotEqualTo(first).isBetween(0, 9);
    }
  }

  @Test
  void localityKeepsClientsInTheirRegions() {
    SmallBankOptions options = SmallBankOptions.ofAccounts(10_000).withLocality(20);
    for (int client = 0; client < 7; client++) {
      CustomerChooser chooser = new CustomerChooser(options, client, 7, new SplittableRandom(1));
      for (int i = 0; i < 10_000; i++) {
        int first = chooser.first();
        int partner = chooser.partnerOf(first);
        assertThat(first).isBetween(10_000 * client / 7, 10_000 * (client + 1) / 7 - 1);
        assertThat(partner).isNotEqualTo(first).isBetween(0, 9_999);
        assertThat(Math.abs(partner - first)).isLessThanOrEqualTo(20);
      }
    }
  }

  @Test
  void moreClientsThanAccountsStillFindCustomers() {
    SmallBankOptions options = SmallBankOptions.ofAccounts(10).withLocality(3);
    for (int client = 0; client < 64; client++) {
      CustomerChooser chooser = new CustomerChooser(options, client, 64, new SplittableRandom(1));
      int first = chooser.first();
      assertThat(first).isBetween(0, 9);
      assertThat(chooser.partnerOf(first)).isBetween(0, 9);
    }
  }

  @Test
  void savingsArePaidInAsOftenAsOut() {
    SmallBankOptions savingsOnly =
        SmallBankOptions.standard().withMix(Weights.of(0, 0, 0, 0, 100, 0));
    Script script = new SmallBank(savingsOnly).script(0, 1, 5);
    NextCall call = new NextCall();
    int paidIn = 0;
    for (int i = 0; i < CALLS; i++) {
      script.next(call);
      paidIn += (Long) call.arguments()[1] > 0 ? 1 : 0;
    }
    assertThat(paidIn).isBetween(49_000, 51_000);
  }

  @Test
  void answersThatCannotBeAreKept() {
    Ledger ledger = new Ledger(1_000);
    assertThat(ledger.verdict(1, 1, 1_000, "")).isEqualTo("ok");
    ledger.impossible("Balance was refused: There is no customer 3.");
    ledger.impossible("another");
    assertThat(ledger.verdict(1, 1, 1_000, "")).startsWith("2 answers").contains("no customer 3");
  }

  @Test
  void ledgerWidensForUnknownOutcomesOnly() {
    Ledger ledger = new Ledger(1_000);
    ledger.committed(50);
    assertThat(ledger.accepts(1_050)).isTrue();
    assertThat(ledger.accepts(1_051)).isFalse();
    ledger.unknown(0, 10);
    ledger.unknown(-20, 0);
    assertThat(ledger.accepts(1_060)).isTrue();
    assertThat(ledger.accepts(1_061)).isFalse();
    assertThat(ledger.accepts(1_030)).isTrue();
    assertThat(ledger.accepts(1_029)).isFalse();
    assertThat(ledger.expected()).isEqualTo("1030 to 1060 (2 calls with unknown outcome)");
  }
}
