package com.example.bank;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.thetisdb.procedures.AbortException;
import org.thetisdb.procedures.testing.ProcedureTester;

/** The procedure alone, without a cluster. */
public class SendPaymentTest {
  private final ProcedureTester db =
      new ProcedureTester()
          .put(SendPayment.CHECKING.row(1).setLong("balance", 1000))
          .put(SendPayment.CHECKING.row(2).setLong("balance", 0));

  @Test
  public void moneyMoves() {
    assertEquals(700L, db.call(new SendPayment(), 1L, 2L, 300L));
    assertEquals(300, db.get(SendPayment.CHECKING, 2).getLong("balance"));
  }

  @Test
  public void nobodyPaysWhatHeDoesNotHave() {
    assertThrows(AbortException.class, () -> db.call(new SendPayment(), 1L, 2L, 5000L));
    assertEquals(1000, db.get(SendPayment.CHECKING, 1).getLong("balance"));
  }
}
