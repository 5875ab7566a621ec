package org.thetisdb.simulation.workload;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.thetisdb.core.wire.SqlRequest.Statement;
import org.thetisdb.simulation.workload.SqlShops.Step;

/**
 * Pairs of doctors, of whom one has to stay: who goes home looks at the other one in the same
 * statement. And pairs of rooms, of which only one may be taken: who takes one looks whether the
 * other one is empty. Statements by themselves, which ask to be serializable; under a snapshot both
 * would go, or take theirs (write skew). Transactions look at both meanwhile.
 */
public final class SqlDoctors implements SqlScripts {
  private static final int PAIRS = 3;
  private static final int GUESTS = 3;

  /** Keys so far apart that other sites master them at first. */
  private static final long FAR = 130;

  private static final String GO_HOME =
      "UPDATE doctor SET here = 0 WHERE id = ? AND (SELECT here FROM doctor WHERE id = ?) = 1";
  private static final String TAKE_ROOM =
      "INSERT INTO room SELECT id, ? FROM doctor WHERE id = ?"
          + " AND NOT EXISTS (SELECT 1 FROM room WHERE id = ?) ON CONFLICT DO NOTHING";

  private final Problems problems = new Problems("sql-doctors");

  /** Nothing is wrong yet. */
  public SqlDoctors() {}

  @Override
  public List<String> definitions() {
    StringBuilder rows = new StringBuilder("INSERT INTO doctor VALUES ");
    for (int doctor = 0; doctor < 2 * PAIRS; doctor++) {
      rows.append(doctor == 0 ? "" : ", ").append('(').append(FAR * doctor).append(", 1)");
    }
    return List.of(
        "CREATE TABLE IF NOT EXISTS doctor (id BIGINT PRIMARY KEY, here BIGINT)",
        "CREATE TABLE IF NOT EXISTS room (id BIGINT, guest BIGINT, PRIMARY KEY (id, guest))",
        rows + " ON CONFLICT DO NOTHING");
  }

  @Override
  public int level(int drawn) {
    return Statement.SERIALIZABLE;
  }

  private static Step step(String sql, Object... arguments) {
    return new Step(sql, List.of(arguments));
  }

  @Override
  public Script next(RandomGenerator random) {
    int pair = random.nextInt(PAIRS);
    boolean swapped = random.nextBoolean();
    long one = FAR * (2 * pair + (swapped ? 1 : 0));
    long other = FAR * (2 * pair + (swapped ? 0 : 1));
    long guest = random.nextInt(GUESTS);
    return switch (random.nextInt(8)) {
      case 0, 1 -> alone(step(GO_HOME, one, other));
      case 2 -> alone(step("UPDATE doctor SET here = 1 WHERE id = ?", one));
      case 3, 4 -> alone(step(TAKE_ROOM, guest, one, other));
      case 5 -> alone(step("DELETE FROM room WHERE id = ?", one));
      case 6 -> (done, last) -> done == 0 ? doctors(one, other) : judged(last, "doctors are here");
      default -> (done, last) -> done == 0 ? rooms(one, other) : judged(last, "rooms are empty");
    };
  }

  private static Script alone(Step only) {
    return new Script() {
      @Override
      public Step next(int done, List<?> last) {
        return done == 0 ? only : null;
      }

      @Override
      public boolean alone() {
        return true;
      }
    };
  }

  private static Step doctors(long one, long other) {
    return step("SELECT SUM(here) FROM doctor WHERE id IN (?, ?)", one, other);
  }

  private static Step rooms(long one, long other) {
    return step("SELECT 2 - COUNT(DISTINCT id) FROM room WHERE id IN (?, ?)", one, other);
  }

  /** Of each pair, one is left at least. */
  private Step judged(List<?> rows, String what) {
    long left = ((Number) ((List<?>) rows.get(0)).get(0)).longValue();
    if (left < 1) {
      problems.add("of two " + left + " " + what);
    }
    return null;
  }

  @Override
  public List<Step> lastLooks() {
    return LongStream.range(0, PAIRS)
        .map(pair -> FAR * 2 * pair)
        .boxed()
        .flatMap(one -> List.of(doctors(one, one + FAR), rooms(one, one + FAR)).stream())
        .toList();
  }

  @Override
  public void checkLast(List<List<?>> found) {
    for (int i = 0; i < found.size(); i++) {
      judged(found.get(i), i % 2 == 0 ? "doctors are here" : "rooms are empty");
    }
  }

  @Override
  public List<String> problems() {
    return problems.found();
  }
}
