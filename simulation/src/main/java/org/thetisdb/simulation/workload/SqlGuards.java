package org.thetisdb.simulation.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.thetisdb.simulation.workload.SqlShops.Step;

/**
 * Rules that no constraint keeps, but locks of rows. Each guard has a number, and each row that it
 * guards has that number, too. A transaction that adds a row shares its guard meanwhile, and takes
 * the number from it; one that changes the number locks the guard against that, and writes all
 * rows. Rows of another table only want their guard to be there: one that adds a row has a key
 * share, and one that deletes the guard deletes them all. A lock that does not hold breaks a rule,
 * at each isolation level.
 */
public final class SqlGuards implements SqlScripts {
  private static final int GUARDS = 4;
  private static final int ROWS = 3;

  /** Keys so far apart that other sites master them at first. */
  private static final long FAR = 170;

  private final Problems problems = new Problems("sql-guards");

  /** Nothing is wrong yet. */
  public SqlGuards() {}

  @Override
  public List<String> definitions() {
    return List.of(
        "CREATE TABLE IF NOT EXISTS guard (id BIGINT PRIMARY KEY, n BIGINT)",
        "CREATE TABLE IF NOT EXISTS guarded (id BIGINT PRIMARY KEY, n BIGINT)",
        "CREATE TABLE IF NOT EXISTS kept (id BIGINT PRIMARY KEY, n BIGINT)");
  }

  private static Step step(String sql, Object... arguments) {
    return new Step(sql, List.of(arguments));
  }

  private static long row(long guard, int place) {
    return guard + FAR * GUARDS * (place + 1);
  }

  @Override
  public Script next(RandomGenerator random) {
    long guard = FAR * random.nextInt(GUARDS);
    long row = row(guard, random.nextInt(ROWS));
    return switch (random.nextInt(8)) {
      case 0, 1 -> adds("FOR SHARE", "guarded", guard, row);
      case 2 -> adds("FOR KEY SHARE", "kept", guard, row);
      case 3, 4 -> changes(guard);
      case 5 -> deletes(guard);
      case 6 -> (done, last) -> done == 0 ? step("DELETE FROM guarded WHERE id = ?", row) : null;
      default -> (done, last) -> done == 0 ? step("INSERT INTO guard VALUES (?, 0)", guard) : null;
    };
  }

  private static Script adds(String mode, String table, long guard, long row) {
    return (done, last) -> {
      if (done == 0) {
        return step("SELECT n FROM guard WHERE id = ? " + mode, guard);
      }
      return done == 1 && !last.isEmpty()
          ? step("INSERT INTO " + table + " VALUES (?, ?)", row, value(last))
          : null;
    };
  }

  private static Script changes(long guard) {
    long[] number = {0};
    return (done, last) -> {
      if (done == 0) {
        return step("SELECT n FROM guard WHERE id = ? FOR NO KEY UPDATE", guard);
      }
      if (done == 1) {
        if (last.isEmpty()) {
          return null;
        }
        number[0] = value(last) + 1;
        return step("UPDATE guard SET n = ? WHERE id = ?", number[0], guard);
      }
      return done - 2 < ROWS
          ? step("UPDATE guarded SET n = ? WHERE id = ?", number[0], row(guard, done - 2))
          : null;
    };
  }

  private static Script deletes(long guard) {
    return (done, last) -> {
      if (done == 0) {
        return step("DELETE FROM guard WHERE id = ?", guard);
      }
      int place = (done - 1) / 2;
      String table = done % 2 == 1 ? "guarded" : "kept";
      return place < ROWS
          ? step("DELETE FROM " + table + " WHERE id = ?", row(guard, place))
          : null;
    };
  }

  private static long value(List<?> rows) {
    return (Long) ((List<?>) rows.get(0)).get(0);
  }

  @Override
  public List<Step> lastLooks() {
    List<Step> looks = new ArrayList<>();
    for (long guard = 0; guard < FAR * GUARDS; guard += FAR) {
      looks.add(step("SELECT n FROM guard WHERE id = ?", guard));
      for (int place = 0; place < ROWS; place++) {
        looks.add(step("SELECT n FROM guarded WHERE id = ?", row(guard, place)));
        looks.add(step("SELECT n FROM kept WHERE id = ?", row(guard, place)));
      }
    }
    return looks;
  }

  @Override
  public void checkLast(List<List<?>> found) {
    Map<Long, Long> guards = new TreeMap<>();
    int next = 0;
    for (long guard = 0; guard < FAR * GUARDS; guard += FAR) {
      List<?> itself = found.get(next++);
      if (!itself.isEmpty()) {
        guards.put(guard, value(itself));
      }
      for (int place = 0; place < ROWS; place++) {
        checkGuarded(guard, guards.get(guard), found.get(next++));
        if (!found.get(next++).isEmpty() && !guards.containsKey(guard)) {
          problems.add("a row is kept of guard " + guard + ", which is gone");
        }
      }
    }
  }

  private void checkGuarded(long guard, Long number, List<?> row) {
    if (!row.isEmpty() && (number == null || number != value(row))) {
      problems.add("guard " + guard + " has " + number + ", and a row of it " + value(row));
    }
  }

  @Override
  public List<String> problems() {
    return problems.found();
  }
}
