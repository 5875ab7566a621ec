package org.thetisdb.benchmarks.tpcc.jdbc;

import java.sql.SQLException;
import java.time.Instant;
import java.util.random.RandomGenerator;
import org.thetisdb.benchmarks.driver.Observations;
import org.thetisdb.benchmarks.driver.result.Ending;
import org.thetisdb.benchmarks.jdbc.PreparedSession;
import org.thetisdb.benchmarks.jdbc.Terminal;
import org.thetisdb.benchmarks.tpcc.TpccInput;

/** One terminal of a warehouse: the five transactions, statement by statement. */
final class TpccTerminal implements Terminal {
  private final TpccInput input;
  private final RandomGenerator random;
  private final Observations witness;
  private final OrderStatements orders;
  private final PaymentStatements payments;
  private final DeliveryStatements deliveries;

  TpccTerminal(
      PreparedSession session, TpccInput input, RandomGenerator random, Observations witness) {
    this.input = input;
    this.random = random;
    this.witness = witness;
    CustomerLookup customers = new CustomerLookup(session, witness);
    this.orders = new OrderStatements(session, customers, witness);
    this.payments = new PaymentStatements(session, customers, witness);
    this.deliveries = new DeliveryStatements(session, witness);
  }

  @Override
  public int choose() {
    input.choose(random, Instant.ofEpochMilli(System.currentTimeMillis()));
    return input.transaction().index();
  }

  @Override
  public boolean run() throws SQLException {
    return switch (input.transaction()) {
      case NEW_ORDER -> orders.newOrder(input);
      case PAYMENT -> payments.pay(input);
      case ORDER_STATUS -> orders.status(input);
      case DELIVERY -> deliveries.deliver(input);
      case STOCK_LEVEL -> orders.stockLevel(input);
    };
  }

  @Override
  public void ended(Ending ending) {
    witness.ended(input.transaction().index(), ending);
  }
}
