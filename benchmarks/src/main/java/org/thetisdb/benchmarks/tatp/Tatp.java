package org.thetisdb.benchmarks.tatp;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.thetisdb.benchmarks.driver.Observations;
import org.thetisdb.benchmarks.driver.result.BenchResult;
import org.thetisdb.benchmarks.driver.script.Weights;
import org.thetisdb.benchmarks.jdbc.JdbcWorkload;
import org.thetisdb.benchmarks.jdbc.LoadTask;
import org.thetisdb.benchmarks.jdbc.PreparedSession;
import org.thetisdb.benchmarks.jdbc.Style;
import org.thetisdb.benchmarks.jdbc.Terminal;

/**
 * TATP. A transaction that finds nothing to do fails, as the benchmark wants it, and counts as
 * aborted. Invariants: no subscriber, right or facility comes or goes; as many forwardings are
 * there as were loaded and acknowledged; each has its facility; each number leads to its
 * subscriber.
 */
public final class Tatp implements JdbcWorkload {
  /** The name in commands and results. */
  public static final String NAME = "tatp";

  /** How many weights there are. */
  public static final int TRANSACTIONS = 7;

  /** The weights of the benchmark. */
  public static final Weights USUAL_WEIGHTS = Weights.of(35, 10, 35, 2, 14, 2, 2);

  private final int subscribers;
  private final Weights weights;
  private final boolean styled;
  private final Observations witness = new Observations(TRANSACTIONS);
  private final long[] loaded = new long[3];

  /**
   * A network with so many subscribers.
   *
   * @param styled whether subscribers are all chosen alike, rights and facilities refer to them,
   *     and data are made in small batches, as OLTP-Bench has it
   */
  public Tatp(int subscribers, Weights weights, boolean styled) {
    this.subscribers = subscribers;
    this.weights = weights;
    this.styled = styled;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<String> types() {
    return TatpTransaction.labels();
  }

  @Override
  public boolean isSingleStatement(int type) {
    return TatpTransaction.of(type).isSingleStatement();
  }

  @Override
  public List<String> definitions() {
    String refers = styled ? ", FOREIGN KEY (s_id) REFERENCES subscriber (s_id)" : "";
    List<String> definitions =
        List.of(
            "DROP TABLE IF EXISTS call_forwarding",
            "DROP TABLE IF EXISTS special_facility",
            "DROP TABLE IF EXISTS access_info",
            "DROP TABLE IF EXISTS subscriber",
            "CREATE TABLE subscriber (s_id INT PRIMARY KEY, sub_nbr VARCHAR(15) NOT NULL UNIQUE, "
                + TatpRows.subscriberColumns()
                + ", msc_location INT NOT NULL, vlr_location INT NOT NULL)",
            "CREATE TABLE access_info (s_id INT, ai_type SMALLINT, data1 SMALLINT NOT NULL,"
                + " data2 SMALLINT NOT NULL, data3 VARCHAR(3) NOT NULL, data4 VARCHAR(5) NOT NULL,"
                + " PRIMARY KEY (s_id, ai_type)"
                + refers
                + ")",
            "CREATE TABLE special_facility (s_id INT, sf_type SMALLINT, is_active SMALLINT NOT NULL,"
                + " error_cntrl SMALLINT NOT NULL, data_a SMALLINT NOT NULL, data_b VARCHAR(5) NOT NULL,"
                + " PRIMARY KEY (s_id, sf_type)"
                + refers
                + ")",
            "CREATE TABLE call_forwarding (s_id INT, sf_type SMALLINT, start_time SMALLINT,"
                + " end_time SMALLINT NOT NULL, numberx VARCHAR(15) NOT NULL,"
                + " PRIMARY KEY (s_id, sf_type, start_time),"
                + " FOREIGN KEY (s_id, sf_type) REFERENCES special_facility (s_id, sf_type))");
    if (!styled) {
      return definitions;
    }
    List<String> all = new ArrayList<>(definitions);
    all.add("CREATE INDEX idx_cf ON call_forwarding (s_id)");
    return all;
  }

  /** In the style what is referred to comes first, and a batch has about 128 rows. */
  @Override
  public List<List<LoadTask>> loadPhases() {
    if (!styled) {
      return List.of(loadTasks(), secondLoadTasks());
    }
    List<LoadTask> rightsAndFacilities = new ArrayList<>();
    rightsAndFacilities.addAll(cut(TatpRows.OWNERS_OF_128_TYPES, TatpRows::loadAccessInfo));
    rightsAndFacilities.addAll(cut(TatpRows.OWNERS_OF_128_TYPES, TatpRows::loadFacilities));
    return List.of(
        cut(Style.OLTP_BENCH_BATCH, TatpRows::loadSubscribers),
        rightsAndFacilities,
        cut(TatpRows.OWNERS_OF_128_FORWARDINGS, TatpRows::loadForwardings));
  }

  /** Makes the rows of some subscribers. */
  @FunctionalInterface
  private interface RangeLoader {
    void load(PreparedSession session, int first, int end) throws SQLException;
  }

  private List<LoadTask> cut(int each, RangeLoader loader) {
    List<LoadTask> tasks = new ArrayList<>();
    for (int from = 1; from <= subscribers; from += each) {
      int first = from;
      int end = Math.min(subscribers + 1, from + each);
      tasks.add(session -> loader.load(session, first, end));
    }
    return tasks;
  }

  @Override
  public List<LoadTask> loadTasks() {
    List<LoadTask> tasks = new ArrayList<>();
    for (int from = 1; from <= subscribers; from += TatpRows.SUBSCRIBERS_PER_BATCH) {
      int first = from;
      int end = Math.min(subscribers + 1, from + TatpRows.SUBSCRIBERS_PER_BATCH);
      tasks.add(session -> TatpRows.loadSubscribers(session, first, end));
      tasks.add(session -> TatpRows.loadAccessInfo(session, first, end));
      tasks.add(session -> TatpRows.loadFacilities(session, first, end));
    }
    return tasks;
  }

  /** What needs the facilities, and counts of what is there. */
  @Override
  public List<LoadTask> secondLoadTasks() {
    return cut(TatpRows.SUBSCRIBERS_PER_BATCH, TatpRows::loadForwardings);
  }

  @Override
  public Terminal terminal(PreparedSession session, int terminal, int terminals, long seed) {
    SplittableRandom random = new SplittableRandom(seed * 1_000_003 + terminal);
    return new TatpTerminal(session, subscribers, styled, weights, random, witness);
  }

  @Override
  public String check(PreparedSession session) throws SQLException {
    if (!witness.impossible().isEmpty()) {
      return witness.impossible();
    }
    for (int from = 1; from <= subscribers; from++) {
      loaded[0] += TatpRows.accessTypes(from).size();
      loaded[1] += TatpRows.facilityTypes(from).size();
      loaded[2] += TatpRows.forwardings(from).size();
    }
    String verdict = checkCount(session, "subscriber", subscribers);
    verdict = verdict.isEmpty() ? checkCount(session, "access_info", loaded[0]) : verdict;
    verdict = verdict.isEmpty() ? checkCount(session, "special_facility", loaded[1]) : verdict;
    verdict = verdict.isEmpty() ? checkForwardings(session) : verdict;
    verdict = verdict.isEmpty() ? checkNumbers(session) : verdict;
    return verdict.isEmpty() ? BenchResult.OK : verdict;
  }

  private static String checkCount(PreparedSession session, String table, long expected)
      throws SQLException {
    long found = session.number("SELECT COUNT(*) FROM " + table);
    return found == expected
        ? ""
        : "table %s should have %d rows, but has %d".formatted(table, expected, found);
  }

  private String checkForwardings(PreparedSession session) throws SQLException {
    int inserts = TatpTransaction.INSERT_CALL_FORWARDING.index();
    int deletes = TatpTransaction.DELETE_CALL_FORWARDING.index();
    long expected = loaded[2] + witness.certain(inserts) - witness.certain(deletes);
    long found = session.number("SELECT COUNT(*) FROM call_forwarding");
    if (found < expected - witness.unknown(deletes)
        || found > expected + witness.unknown(inserts)) {
      return "%d forwardings should be there, but %d are".formatted(expected, found);
    }
    long orphans =
        session.number(
            "SELECT COUNT(*) FROM call_forwarding AS c LEFT JOIN special_facility AS f"
                + " ON c.s_id = f.s_id AND c.sf_type = f.sf_type WHERE f.s_id IS NULL");
    return orphans == 0 ? "" : orphans + " forwardings have lost their facility";
  }

  private static String checkNumbers(PreparedSession session) throws SQLException {
    long[] wrong = {0};
    session.forEach(
        "SELECT s_id, sub_nbr FROM subscriber",
        row -> wrong[0] += row.getString(2).equals(TatpRows.number(row.getInt(1))) ? 0 : 1);
    return wrong[0] == 0 ? "" : wrong[0] + " subscribers have another number than they were given";
  }
}
