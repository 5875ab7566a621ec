package org.thetisdb.sql.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.thetisdb.sql.script.ScriptDatabase;

/** A definition costs what it changes, however many there are, or were. Counted in bytes. */
class CatalogGrowthTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int TABLES = 2_000;

  private final ScriptDatabase database = new ScriptDatabase();
  private int last;

  @Test
  void aTableIsMadeAsEasilyBesideThousands() {
    define(100);
    long first = define(20);
    define(TABLES);
    assertThat(define(20)).isLessThan(2 * first);
  }

  @Test
  void whatWasDroppedCostsNothing() {
    define(100);
    long first = define(20);
    for (int i = 0; i < TABLES; i++) {
      define(1);
      database.run("DROP TABLE t" + last);
    }
    assertThat(define(20)).isLessThan(2 * first);
  }

  /** Makes tables; returns how many bytes that took. */
  private long define(int count) {
    long before = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
    for (int i = 0; i < count; i++) {
      database.run(
          "CREATE TABLE t%d (a BIGINT PRIMARY KEY, b INT, c INT, d INT UNIQUE, e TEXT)"
              .formatted(++last));
    }
    return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
  }
}
