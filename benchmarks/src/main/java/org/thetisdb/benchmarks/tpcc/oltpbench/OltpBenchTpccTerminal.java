package org.thetisdb.benchmarks.tpcc.oltpbench;

import java.sql.SQLException;
import java.time.Instant;
import java.util.random.RandomGenerator;
import org.thetisdb.benchmarks.driver.Observations;
import org.thetisdb.benchmarks.driver.result.Ending;
import org.thetisdb.benchmarks.jdbc.PreparedSession;
import org.thetisdb.benchmarks.jdbc.Terminal;
import org.thetisdb.benchmarks.tpcc.TpccInput;

/** One terminal of {@link OltpBenchTpcc}. */
final class OltpBenchTpccTerminal implements Terminal {
  private final TpccInput input;
  private final RandomGenerator random;
  private final Observations witness;
  private final OltpBenchNewOrder orders;
  private final OltpBenchPayment payments;
  private final OltpBenchDelivery deliveries;
  private final OltpBenchQueries queries;

  OltpBenchTpccTerminal(
      PreparedSession session, TpccInput input, RandomGenerator random, Observations witness) {
    this.input = input;
    this.random = random;
    this.witness = witness;
    this.orders = new OltpBenchNewOrder(session, witness);
    this.payments = new OltpBenchPayment(session, witness);
    this.deliveries = new OltpBenchDelivery(session, witness);
    this.queries = new OltpBenchQueries(session, witness);
  }

  @Override
  public int choose() {
    input.choose(random, Instant.ofEpochMilli(System.currentTimeMillis()));
    return input.transaction().index();
  }

  @Override
  public boolean run() throws SQLException {
    return switch (input.transaction()) {
      case NEW_ORDER -> orders.run(input);
      case PAYMENT -> payments.run(input);
      case ORDER_STATUS -> queries.orderStatus(input);
      case DELIVERY -> deliveries.run(input);
      case STOCK_LEVEL -> queries.stockLevel(input);
    };
  }

  @Override
  public void ended(Ending ending) {
    witness.ended(input.transaction().index(), ending);
  }
}
