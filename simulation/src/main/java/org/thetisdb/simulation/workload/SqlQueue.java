package org.thetisdb.simulation.workload;

import java.util.List;
import java.util.random.RandomGenerator;
import org.thetisdb.simulation.workload.SqlShops.Step;

/**
 * A queue in a table. Jobs are put in; workers take the next free one by SKIP LOCKED within the
 * statement that moves it to another table; both are counted, by the same transaction, in rows that
 * all of them change. So a job that is taken twice, or lost, or a row that somebody changed without
 * waiting for its turn, leaves numbers that do not add up.
 */
public final class SqlQueue implements SqlScripts {
  private static final int JOBS = 8;
  private static final int TALLIES = 2;

  /** Keys so far apart that other sites master them at first. */
  private static final long FAR = 190;

  private static final String NEXT_JOB =
      "SELECT id FROM job ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED";
  private static final String ARCHIVE =
      " ON CONFLICT (id) DO UPDATE SET n = archive.n + 1 RETURNING id";
  private static final String TAKE =
      "WITH moved AS (DELETE FROM job WHERE id = ("
          + NEXT_JOB
          + ") RETURNING id)"
          + " INSERT INTO archive SELECT id, 1 FROM moved"
          + ARCHIVE;
  private static final String TAKE_AND_COUNT =
      "WITH next AS ("
          + NEXT_JOB
          + "),"
          + " gone AS (DELETE FROM job USING next WHERE job.id = next.id RETURNING job.id),"
          + " kept AS (INSERT INTO archive SELECT id, 1 FROM gone"
          + ARCHIVE
          + ")"
          + " UPDATE tally SET moved = moved + 1 FROM kept WHERE tally.id = ?";

  private final Problems problems = new Problems("sql-queue");

  /** Nothing is wrong yet. */
  public SqlQueue() {}

  @Override
  public List<String> definitions() {
    return List.of(
        "CREATE TABLE IF NOT EXISTS job (id BIGINT PRIMARY KEY)",
        "CREATE TABLE IF NOT EXISTS archive (id BIGINT PRIMARY KEY, n BIGINT)",
        "CREATE TABLE IF NOT EXISTS tally (id BIGINT PRIMARY KEY, added BIGINT, moved BIGINT)",
        "INSERT INTO tally VALUES (0, 0, 0), (" + FAR + ", 0, 0) ON CONFLICT DO NOTHING");
  }

  private static Step step(String sql, Object... arguments) {
    return new Step(sql, List.of(arguments));
  }

  @Override
  public Script next(RandomGenerator random) {
    long job = FAR * random.nextInt(JOBS);
    long tally = FAR * random.nextInt(TALLIES);
    return switch (random.nextInt(8)) {
      case 0, 1, 2 -> puts(job, tally);
      case 3 -> takes(tally);
      case 4 -> (done, last) -> done == 0 ? step(TAKE_AND_COUNT, tally) : null;
      case 5, 6 -> takesAlone(tally);
      default -> (done, last) -> done == 0 ? step(NEXT_JOB) : null; // looks, and gives back
    };
  }

  private static Script puts(long job, long tally) {
    return (done, last) ->
        switch (done) {
          case 0 -> step("INSERT INTO job VALUES (?)", job);
          case 1 -> step("UPDATE tally SET added = added + 1 WHERE id = ?", tally);
          default -> null;
        };
  }

  private static Script takes(long tally) {
    return (done, last) -> {
      if (done == 0) {
        return step(TAKE);
      }
      return done == 1 && !last.isEmpty()
          ? step("UPDATE tally SET moved = moved + 1 WHERE id = ?", tally)
          : null;
    };
  }

  private static Script takesAlone(long tally) {
    return new Script() {
      @Override
      public Step next(int done, List<?> last) {
        return done == 0 ? step(TAKE_AND_COUNT, tally) : null;
      }

      @Override
      public boolean alone() {
        return true;
      }
    };
  }

  @Override
  public List<Step> lastLooks() {
    return List.of(
        step("SELECT COUNT(*), 0 FROM job"),
        step("SELECT COALESCE(SUM(n), 0), 0 FROM archive"),
        step("SELECT SUM(added), SUM(moved) FROM tally"));
  }

  @Override
  public void checkLast(List<List<?>> found) {
    long waiting = number(found.get(0), 0);
    long archived = number(found.get(1), 0);
    long added = number(found.get(2), 0);
    long moved = number(found.get(2), 1);
    if (archived != moved) {
      problems.add(moved + " jobs were counted as moved, and " + archived + " are in the archive");
    }
    if (added != waiting + archived) {
      problems.add(
          "of %d jobs %d wait and %d are in the archive".formatted(added, waiting, archived));
    }
  }

  private static long number(List<?> rows, int column) {
    return ((Number) ((List<?>) rows.get(0)).get(column)).longValue();
  }

  @Override
  public List<String> problems() {
    return problems.found();
  }
}
