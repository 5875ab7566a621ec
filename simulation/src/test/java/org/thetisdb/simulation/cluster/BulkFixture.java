package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.thetisdb.client.statement.SqlSessionCore;

/** A cluster with tables of more rows than are written on an engine's event loop. */
abstract class BulkFixture extends SqlFixture {
  /** Rows, more than are written on the engine's event loop. */
  static final int MANY = 600;

  SqlSessionCore ann;

  final void openTables() {
    ann = session();
    for (String table : new String[] {"many", "other", "made"}) {
      assertDone(auto(ann, "CREATE TABLE %s (id BIGINT PRIMARY KEY, v BIGINT)".formatted(table)));
    }
    fill("many", 0);
    fill("other", 7);
  }

  private void fill(String table, long value) {
    for (int first = 1; first <= MANY; first += 100) {
      Object[][] rows = new Object[100][];
      for (int i = 0; i < rows.length; i++) {
        rows[i] = new Object[] {(long) first + i, value};
      }
      assertDone(batch(ann, "INSERT INTO %s VALUES (?, ?)".formatted(table), rows));
    }
  }

  /** The sum over all rows, as a session sees it that has seen all that others had done. */
  final long sum(String from) {
    world.runFor(200_000);
    return ((Number) value(auto(sessionElsewhere(), "SELECT SUM(v) FROM " + from))).longValue();
  }

  /** Statements have been run beside the engines. */
  final void assertRanBeside() {
    assertThat(sites.stream().mapToLong(SiteMachine::ranBeside).sum()).isPositive();
  }
}
