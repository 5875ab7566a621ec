package org.thetisdb.sql.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.sql.script.ScriptDatabase;

/**
 * How long a statement takes that was never seen, in time of the processor, so that neighbours on
 * the machine do not count.
 */
@Tag("slow")
@Tag("speed")
@InTurn(oneIn = 3)
final class PlanningSpeedTest {
  private static final int WARM_UP = 400;
  private static final int MEASURED = 51;
  private static final double NS_PER_MS = 1e6;

  private final ScriptDatabase database = tables();

  private static ScriptDatabase tables() {
    ScriptDatabase database = new ScriptDatabase();
    database.run("CREATE TABLE cust (id BIGINT PRIMARY KEY, name VARCHAR(40), n INT)");
    database.run("CREATE TABLE ord (id BIGINT PRIMARY KEY, cust BIGINT, at TIMESTAMP)");
    database.run("CREATE INDEX ord_cust ON ord (cust)");
    database.run("CREATE TABLE line (ord BIGINT, no INT, item BIGINT, PRIMARY KEY (ord, no))");
    database.run("CREATE TABLE item (id BIGINT PRIMARY KEY, label VARCHAR(40))");
    return database;
  }

  private static long usedNs() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static double compileMs(ScriptDatabase database, String text) {
    long before = usedNs();
    database.compile(text);
    return (usedNs() - before) / NS_PER_MS;
  }

  private double medianMs(IntFunction<String> text) {
    for (int i = 0; i < WARM_UP; i++) {
      compileMs(database, text.apply(i));
    }
    double[] times = new double[MEASURED];
    for (int i = 0; i < MEASURED; i++) {
      times[i] = compileMs(database, text.apply(WARM_UP + i));
    }
    Arrays.sort(times);
    return times[MEASURED / 2];
  }

  @Test
  void aLookupThatWasNeverSeenIsPlannedWithinThreeMilliseconds() {
    assertThat(medianMs(i -> "SELECT name AS c" + i + ", n FROM cust WHERE id = ?")).isLessThan(3);
  }

  @Test
  void aJoinOfFourTablesIsPlannedWithinTwentyMilliseconds() {
    String join =
        " FROM cust c JOIN ord o ON o.cust = c.id JOIN line l ON l.ord = o.id"
            + " JOIN item i ON i.id = l.item WHERE c.id = ?";
    assertThat(medianMs(i -> "SELECT c.name AS c" + i + ", o.at, l.no, i.label" + join))
        .isLessThan(20);
  }

  @Test
  void aFreshProcessPlansItsFirstStatementWithin300Ms() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    Cold.class.getName()))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    assertThat(Double.parseDouble(printed.strip())).isLessThan(300);
  }

  /** A process of its own. */
  static final class Cold {
    private Cold() {}

    /** Prints how long its first statement took. */
    public static void main(String[] args) {
      ScriptDatabase database = tables();
      System.out.println(compileMs(database, "SELECT name, n FROM cust WHERE id = ?"));
    }
  }
}
