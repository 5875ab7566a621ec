package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.thetisdb.client.statement.SqlOutcome;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.core.scheme.SchemeSpec;

/** A fixture with a table of many rows, and with eyes for what the sites hold of tables. */
class PurgeFixture extends SqlFixture {
  /** So many rows that removing them takes several slices. */
  static final int ROWS = 3_000;

  /** So long that a result with all rows comes in pieces. */
  private static final String LONG_TEXT = "w".repeat(500);

  private static final int ROWS_PER_INSERT = 200;
  private static final int TABLES = 200;
  private static final int FIRST_TABLE = 16;

  SqlSessionCore ann;

  PurgeFixture() {}

  PurgeFixture(SchemeSpec scheme) {
    super(scheme);
  }

  PurgeFixture(long checkpointIntervalMs) {
    super(checkpointIntervalMs);
  }

  /** A table that stays, with one row. */
  final void open() {
    ann = session();
    assertDone(auto(ann, "CREATE TABLE kept (id BIGINT PRIMARY KEY, v VARCHAR(99))"));
    assertDone(auto(ann, "INSERT INTO kept VALUES (?, ?)", 1L, "kept"));
  }

  /** The table with many rows and their entries in an index. */
  final void makeBig() {
    assertDone(
        auto(ann, "CREATE TABLE big (id BIGINT PRIMARY KEY, v VARCHAR(99), w VARCHAR(999))"));
    assertDone(auto(ann, "CREATE INDEX big_v ON big (v)"));
    fillBig(0, ROWS);
  }

  /** Rows from one number to another. */
  final void fillBig(int from, int to) {
    for (int first = from; first < to; first += ROWS_PER_INSERT) {
      Object[][] rows = new Object[ROWS_PER_INSERT][];
      for (int i = 0; i < ROWS_PER_INSERT; i++) {
        rows[i] = new Object[] {(long) first + i, "a value of row " + (first + i), LONG_TEXT};
      }
      assertDone(batch(ann, "INSERT INTO big VALUES (?, ?, ?)", rows));
    }
    world.runFor(100_000);
  }

  /** Rows and entries that a site holds, but for those of the system. */
  static long rowsAt(SiteMachine site) {
    long rows = 0;
    for (int table = FIRST_TABLE; table < FIRST_TABLE + TABLES; table++) {
      rows += site.store().rowCount(table);
    }
    return rows;
  }

  final SiteMachine site(int id) {
    return sites.get(id - 1);
  }

  /** Only what was kept is there, at every site, and nothing comes back. */
  final void assertOnlyKeptIsLeft(long withinUs) {
    long endUs = world.nowUs() + withinUs;
    while (world.nowUs() < endUs && !sites.stream().allMatch(PurgeFixture::holdsOnlyKept)) {
      world.runFor(10_000);
    }
    for (SiteMachine site : sites) {
      assertThat(rowsAt(site)).as("rows at site %d", site.id()).isEqualTo(1);
    }
    assertThat(value(auto(ann, "SELECT v FROM kept WHERE id = ?", 1L))).isEqualTo("kept");
  }

  private static boolean holdsOnlyKept(SiteMachine site) {
    return site.isServing() && rowsAt(site) == 1;
  }

  /** Reads a result to its end; returns how many rows came. */
  final long readOn(SqlSessionCore session, SqlOutcome first) {
    SqlOutcome piece = first;
    long read = rows(piece).size();
    while (piece.result().cursor() != 0) {
      piece = fetch(session, piece.result().cursor());
      List<?> more = rows(piece);
      read += more.size();
    }
    return read;
  }
}
