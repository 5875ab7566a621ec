package org.thetisdb.benchmarks.tpcc;

import java.sql.SQLException;
import java.time.Instant;
import java.util.random.RandomGenerator;
import org.thetisdb.benchmarks.driver.Ending;
import org.thetisdb.benchmarks.driver.Witness;
import org.thetisdb.benchmarks.jdbc.SqlSession;
import org.thetisdb.benchmarks.jdbc.Terminal;

/** One terminal of {@link StyledTpcc}. */
final class StyledTpccTerminal implements Terminal {
  private final TpccInput input;
  private final RandomGenerator random;
  private final Witness witness;
  private final StyledNewOrder orders;
  private final StyledPayment payments;
  private final StyledDelivery deliveries;
  private final StyledQueries queries;

  StyledTpccTerminal(SqlSession session, TpccInput input, RandomGenerator random, Witness witness) {
    this.input = input;
    this.random = random;
    this.witness = witness;
    this.orders = new StyledNewOrder(session, witness);
    this.payments = new StyledPayment(session, witness);
    this.deliveries = new StyledDelivery(session, witness);
    this.queries = new StyledQueries(session, witness);
  }

  @Override
  public int choose() {
    input.choose(random, Instant.ofEpochMilli(System.currentTimeMillis()));
    return input.transaction.index();
  }

  @Override
  public boolean run() throws SQLException {
    return switch (input.transaction) {
      case NEW_ORDER -> orders.run(input);
      case PAYMENT -> payments.run(input);
      case ORDER_STATUS -> queries.orderStatus(input);
      case DELIVERY -> deliveries.run(input);
      case STOCK_LEVEL -> queries.stockLevel(input);
    };
  }

  @Override
  public void ended(Ending ending) {
    witness.ended(input.transaction.index(), ending);
  }
}
