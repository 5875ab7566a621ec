package org.thetisdb.benchmarks.tatp;

import java.sql.SQLException;
import java.util.List;
import java.util.random.RandomGenerator;
import org.thetisdb.benchmarks.driver.Observations;
import org.thetisdb.benchmarks.driver.result.Ending;
import org.thetisdb.benchmarks.driver.script.Weights;
import org.thetisdb.benchmarks.jdbc.PreparedSession;
import org.thetisdb.benchmarks.jdbc.Terminal;

/** One terminal: transactions of subscribers that are chosen unevenly. */
final class TatpTerminal implements Terminal {
  private static final String DUPLICATE_KEY = "23505";
  private static final String FOREIGN_KEY = "23503";
  private static final int SMALL_NETWORK = 1_000_000;
  private static final int SMALL_MASK = 65_535;
  private static final int LARGE_MASK = 1_048_575;
  private static final String BY_NUMBER = "SELECT s_id FROM subscriber WHERE sub_nbr = ?";

  private final PreparedSession session;
  private final int subscribers;
  private final boolean evenly;
  private final Weights weights;
  private final RandomGenerator random;
  private final Observations witness;
  private TatpTransaction transaction = TatpTransaction.GET_SUBSCRIBER_DATA;
  private int subscriber;
  private int type;
  private int start;
  private int end;
  private int value;
  private int bit;
  private int location;
  private String number = "";

  TatpTerminal(
      PreparedSession session,
      int subscribers,
      boolean evenly,
      Weights weights,
      RandomGenerator random,
      Observations witness) {
    this.session = session;
    this.subscribers = subscribers;
    this.evenly = evenly;
    this.weights = weights;
    this.random = random;
    this.witness = witness;
  }

  @Override
  public int choose() {
    transaction = TatpTransaction.of(weights.choose(random));
    int mask = subscribers <= SMALL_NETWORK ? SMALL_MASK : LARGE_MASK;
    int any = 1 + random.nextInt(subscribers);
    subscriber = evenly ? any : ((random.nextInt(mask + 1) | any) % subscribers) + 1;
    type = 1 + random.nextInt(TatpRows.TYPES);
    start = TatpRows.HOURS_APART * random.nextInt(TatpRows.STARTS);
    end = 1 + random.nextInt(24);
    value = random.nextInt(256);
    bit = random.nextInt(2);
    location = random.nextInt(1, Integer.MAX_VALUE);
    number = TatpRows.anyNumber(random);
    return transaction.index();
  }

  @Override
  public boolean run() throws SQLException {
    return switch (transaction) {
      case GET_SUBSCRIBER_DATA -> getSubscriberData();
      case GET_NEW_DESTINATION -> getNewDestination();
      case GET_ACCESS_DATA -> getAccessData();
      case UPDATE_SUBSCRIBER_DATA -> updateSubscriberData();
      case UPDATE_LOCATION -> updateLocation();
      case INSERT_CALL_FORWARDING -> insertCallForwarding();
      case DELETE_CALL_FORWARDING -> deleteCallForwarding();
    };
  }

  private boolean getSubscriberData() throws SQLException {
    Object[] row = session.row("SELECT * FROM subscriber WHERE s_id = ?", subscriber);
    if (row == null || !TatpRows.number(subscriber).equals(row[1])) {
      witness.impossible("subscriber " + subscriber + " has lost the number");
    }
    return true;
  }

  private boolean getNewDestination() throws SQLException {
    List<Object[]> found =
        session.rows(
            "SELECT cf.numberx FROM special_facility AS sf, call_forwarding AS cf"
                + " WHERE sf.s_id = ? AND sf.sf_type = ? AND sf.is_active = 1"
                + " AND cf.s_id = sf.s_id AND cf.sf_type = sf.sf_type"
                + " AND cf.start_time <= ? AND ? < cf.end_time",
            subscriber,
            type,
            start,
            end);
    return !found.isEmpty();
  }

  private boolean getAccessData() throws SQLException {
    return session.row(
            "SELECT data1, data2, data3, data4 FROM access_info WHERE s_id = ? AND ai_type = ?",
            subscriber,
            type)
        != null;
  }

  private boolean updateSubscriberData() throws SQLException {
    requireOne(session.update("UPDATE subscriber SET bit_1 = ? WHERE s_id = ?", bit, subscriber));
    return session.update(
            "UPDATE special_facility SET data_a = ? WHERE s_id = ? AND sf_type = ?",
            value,
            subscriber,
            type)
        == 1;
  }

  private boolean updateLocation() throws SQLException {
    requireOne(
        session.update(
            "UPDATE subscriber SET vlr_location = ? WHERE sub_nbr = ?",
            location,
            TatpRows.number(subscriber)));
    return true;
  }

  private boolean insertCallForwarding() throws SQLException {
    requireSubscriber();
    session.rows("SELECT sf_type FROM special_facility WHERE s_id = ?", subscriber);
    try {
      session.update(
          "INSERT INTO call_forwarding VALUES (?, ?, ?, ?, ?)",
          subscriber,
          type,
          start,
          end,
          number);
      return true;
    } catch (SQLException e) {
      if (DUPLICATE_KEY.equals(e.getSQLState()) || FOREIGN_KEY.equals(e.getSQLState())) {
        return false;
      }
      throw e;
    }
  }

  private boolean deleteCallForwarding() throws SQLException {
    requireSubscriber();
    return session.update(
            "DELETE FROM call_forwarding WHERE s_id = ? AND sf_type = ? AND start_time = ?",
            subscriber,
            type,
            start)
        == 1;
  }

  private void requireSubscriber() throws SQLException {
    Object[] row = session.row(BY_NUMBER, TatpRows.number(subscriber));
    if (row == null || ((Number) row[0]).intValue() != subscriber) {
      witness.impossible("the number of subscriber " + subscriber + " leads somewhere else");
    }
  }

  private void requireOne(int rows) {
    if (rows != 1) {
      witness.impossible("a change of subscriber " + subscriber + " met " + rows + " rows");
    }
  }

  @Override
  public void ended(Ending ending) {
    witness.ended(transaction.index(), ending);
  }
}
