package org.thetisdb.simulation.workload;

import java.util.List;
import java.util.random.RandomGenerator;
import org.thetisdb.simulation.workload.SqlShops.Step;

/** Transactions of SQL, and what has to hold when all of them have ended. Not thread-safe. */
public interface SqlScripts {
  /** One transaction, statement by statement. */
  interface Script {
    /**
     * What it does next; null if it is to commit.
     *
     * @param done how many statements it has run
     * @param last the rows that the last one found
     */
    Step next(int done, List<?> last);

    /** Whether its only statement is a transaction by itself. */
    default boolean alone() {
      return false;
    }
  }

  /** Makes the tables; may run again. */
  List<String> definitions();

  /** What a session asks for that has drawn this isolation level, as a flag of statements. */
  default int level(int drawn) {
    return drawn;
  }

  /** The next transaction. */
  Script next(RandomGenerator random);

  /** The looks that the judgement needs, at rest, in the order of their results. */
  List<Step> lastLooks();

  /** Judges what {@link #lastLooks} found. */
  void checkLast(List<List<?>> found);

  /** What broke the promises, in words; empty if nothing did. */
  List<String> problems();
}
