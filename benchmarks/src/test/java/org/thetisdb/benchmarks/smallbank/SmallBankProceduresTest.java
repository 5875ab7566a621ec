package org.thetisdb.benchmarks.smallbank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.procedures.AbortException;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.testing.ProcedureTester;

/** What each transaction does to the accounts, and what it refuses. */
class SmallBankProceduresTest {
  private final ProcedureTester db = new ProcedureTester();

  @BeforeEach
  void load() {
    assertThat(db.call(new LoadAccounts(), 0L, 3, 1_000L, 500L)).isEqualTo(4_500L);
  }

  private long savings(long customer) {
    return db.get(Bank.SAVINGS, customer).getLong(Bank.BALANCE);
  }

  private long checking(long customer) {
    return db.get(Bank.CHECKING, customer).getLong(Bank.BALANCE);
  }

  private void assertRefused(String reason, Procedure procedure, Object... arguments) {
    assertThatThrownBy(() -> db.call(procedure, arguments))
        .isInstanceOf(AbortException.class)
        .hasMessageContaining(reason);
    assertThat(db.call(new SumBalances(), 0L, 10L)).isEqualTo(List.of(3L, 4_500L));
  }

  @Test
  void loadNamesTheCustomers() {
    assertThat(db.get(Bank.ACCOUNT, 2).getString(Bank.NAME)).isEqualTo("Customer 2");
    assertThat(db.rows(Bank.ACCOUNT)).hasSize(3);
  }

  @Test
  void loadingAgainBeginsAnew() {
    db.call(new DepositChecking(), 1L, 70L);
    db.call(new LoadAccounts(), 0L, 3, 1_000L, 500L);
    assertThat(checking(1)).isEqualTo(500);
  }

  @Test
  void loadIsBounded() {
    assertRefused("At most 1000", new LoadAccounts(), 0L, 1_001, 1L, 1L);
  }

  @Test
  void amalgamateMovesEverything() {
    assertThat(db.call(new Amalgamate(), 0L, 1L)).isEqualTo(0L);
    assertThat(savings(0)).isZero();
    assertThat(checking(0)).isZero();
    assertThat(savings(1)).isEqualTo(1_000);
    assertThat(checking(1)).isEqualTo(2_000);
  }

  @Test
  void balanceAddsBothAccounts() {
    assertThat(db.call(new Balance(), 2L)).isEqualTo(1_500L);
  }

  @Test
  void depositGrowsTheCheckingAccount() {
    assertThat(db.call(new DepositChecking(), 0L, 130L)).isEqualTo(130L);
    assertThat(checking(0)).isEqualTo(630);
  }

  @Test
  void depositBelowZeroIsRefused() {
    assertRefused("negative", new DepositChecking(), 0L, -1L);
  }

  @Test
  void paymentMovesMoney() {
    assertThat(db.call(new SendPayment(), 0L, 2L, 500L)).isEqualTo(0L);
    assertThat(checking(0)).isZero();
    assertThat(checking(2)).isEqualTo(1_000);
  }

  @Test
  void paymentOfMoreThanThereIsIsRefused() {
    assertRefused("Insufficient funds", new SendPayment(), 0L, 2L, 501L);
  }

  @Test
  void amalgamateWithOneselfMakesNoMoney() {
    assertRefused("two customers", new Amalgamate(), 1L, 1L);
  }

  @Test
  void paymentToOneselfIsRefused() {
    assertRefused("two customers", new SendPayment(), 1L, 1L, 1L);
  }

  @Test
  void savingsGoUpAndDownButNotBelowZero() {
    assertThat(db.call(new TransactSavings(), 0L, 20L)).isEqualTo(20L);
    assertThat(db.call(new TransactSavings(), 0L, -1_020L)).isEqualTo(-1_020L);
    assertThat(savings(0)).isZero();
    db.call(new LoadAccounts(), 0L, 3, 1_000L, 500L);
    assertRefused("Insufficient funds", new TransactSavings(), 0L, -1_001L);
  }

  @Test
  void chequeMayOverdrawTheCheckingAccountAtNoCostIfSavingsCoverIt() {
    assertThat(db.call(new WriteCheck(), 0L, 1_500L)).isEqualTo(-1_500L);
    assertThat(checking(0)).isEqualTo(-1_000);
  }

  @Test
  void chequeThatIsNotCoveredCostsPenalty() {
    assertThat(db.call(new WriteCheck(), 0L, 1_501L)).isEqualTo(-1_601L);
    assertThat(checking(0)).isEqualTo(-1_101);
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 3, Long.MAX_VALUE})
  void strangersAreRefused(long stranger) {
    assertRefused("no customer", new Balance(), stranger);
    assertRefused("no customer", new Amalgamate(), 0L, stranger);
    assertRefused("no customer", new Amalgamate(), stranger, 0L);
    assertRefused("no customer", new DepositChecking(), stranger, 1L);
    assertRefused("no customer", new SendPayment(), 0L, stranger, 1L);
    assertRefused("no customer", new TransactSavings(), stranger, 1L);
    assertRefused("no customer", new WriteCheck(), stranger, 1L);
  }

  @Test
  void sumCountsARangeOnly() {
    assertThat(db.call(new SumBalances(), 1L, 2L)).isEqualTo(List.of(1L, 1_500L));
    assertThat(db.call(new SumBalances(), 5L, 9L)).isEqualTo(List.of(0L, 0L));
  }

  @Test
  void jarHoldsWhatIsCalled() {
    SmallBank bank = new SmallBank(SmallBankOptions.standard());
    assertThat(bank.procedures().procedures()).hasSize(8);
    assertThat(bank.procedures().tables()).containsExactlyInAnyOrderElementsOf(Bank.TABLES);
    assertThat(bank.jar()).isNotEmpty();
  }
}
