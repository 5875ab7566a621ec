package org.thetisdb.lab.compare;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.lab.compare.grammar.Grammar;
import org.thetisdb.lab.compare.grammar.TableSpec;
import org.thetisdb.lab.compare.tree.Reduction;

/** Finds the least statement over the fewest rows that shows a difference. Not thread-safe. */
final class Reducer {
  private final ComparedDatabases targets;
  private final int mostTries;

  /**
   * A reducer.
   *
   * @param mostTries of statements, for one finding
   */
  Reducer(ComparedDatabases targets, int mostTries) {
    this.targets = targets;
    this.mostTries = mostTries;
  }

  /**
   * A trial and its tables.
   *
   * @param difference what it shows
   */
  record Least(OracleTrial trial, List<TableSpec> tables, Difference difference) {}

  /** The least input; afterwards the targets hold its tables. */
  Least reduce(OracleTrial trial, Difference found) {
    OracleTrial small = statement(trial, found);
    rows(small, found);
    small = statement(small, found);
    return new Least(small, targets.tables(), small.differs(targets));
  }

  private OracleTrial statement(OracleTrial trial, Difference found) {
    Reduction reduction = new Reduction(Grammar.simplestParts(), mostTries);
    return trial.with(
        reduction.reduce(trial.tree(), tree -> found.isLike(trial.with(tree).differs(targets))));
  }

  private void rows(OracleTrial trial, Difference found) {
    for (int at = targets.tables().size() - 1; at >= 0; at--) {
      List<TableSpec> without = new ArrayList<>(targets.tables());
      without.remove(at);
      if (!holds(trial, found, without)) {
        rowsOf(trial, found, at);
        columnsOf(trial, found, at);
      }
    }
  }

  private void rowsOf(OracleTrial trial, Difference found, int at) {
    for (int row = targets.tables().get(at).rows().size() - 1; row >= 0; row--) {
      TableSpec table = targets.tables().get(at);
      List<List<String>> rows = new ArrayList<>(table.rows());
      rows.remove(row);
      holds(trial, found, with(at, table.withRows(rows)));
    }
  }

  private void columnsOf(OracleTrial trial, Difference found, int at) {
    for (int column = targets.tables().get(at).columns().size() - 1; column > 0; column--) {
      if (!holds(trial, found, with(at, targets.tables().get(at).without(column)))) {
        holds(trial, found, with(at, targets.tables().get(at).withoutKey(column)));
      }
    }
  }

  private List<TableSpec> with(int at, TableSpec table) {
    List<TableSpec> tables = new ArrayList<>(targets.tables());
    tables.set(at, table);
    return tables;
  }

  /** Keeps the tables if they show the same. */
  private boolean holds(OracleTrial trial, Difference found, List<TableSpec> tables) {
    List<TableSpec> before = targets.tables();
    targets.use(tables);
    boolean holds = found.isLike(trial.differs(targets));
    if (!holds) {
      targets.use(before);
    }
    return holds;
  }
}
