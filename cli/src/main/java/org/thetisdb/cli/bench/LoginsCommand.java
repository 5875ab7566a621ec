package org.thetisdb.cli.bench;

import java.sql.SQLException;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.thetisdb.benchmarks.jdbc.LoginCrowd;
import org.thetisdb.cli.option.SecurityFlags;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code thetis bench logins}: what it takes to connect, and to come back. */
@Command(
    name = "logins",
    description = {
      "Opens connections of JDBC one after the other, as a pool does, and says how long that took.",
      "With --ask each of them then asks for a constant over and over for some seconds. Take a router"
          + " away meanwhile, and see how long they waited."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Example:",
      "  ./thetis bench logins --url h1:7433,h2:7433 --connections 1000 --ask 20 --login me"
    })
final class LoginsCommand implements Callable<Integer> {
  private static final double MEDIAN = 0.5;
  private static final double ALMOST_ALL = 0.99;

  @Option(
      names = "--url",
      paramLabel = "HOST:PORT",
      defaultValue = "127.0.0.1:7433",
      description = "Routers of the cluster, several by commas (${DEFAULT-VALUE}).")
  private String url;

  @Option(
      names = "--connections",
      paramLabel = "N",
      defaultValue = "200",
      description = "How many (${DEFAULT-VALUE}).")
  private int connections;

  @Option(
      names = "--ask",
      paramLabel = "S",
      defaultValue = "0",
      description = "Seconds for which they ask (${DEFAULT-VALUE}).")
  private int askS;

  @Mixin private SecurityFlags security;

  @Override
  public Integer call() throws SQLException, InterruptedException {
    try (LoginCrowd crowd = new LoginCrowd(() -> security.open(url))) {
      say("%,d connections stand after %.2f s.", connections, crowd.open(connections) / 1e9);
      if (askS > 0) {
        LoginCrowd.Asked asked = crowd.ask(askS);
        long[] waitsMs = asked.longestWaitsMs();
        say(
            "They had %,d answers in %d s; %,d questions failed, and were asked again.",
            asked.answers(), askS, asked.errors());
        say(
            "The longest that each of them waited: p50 %.2f s, p99 %.2f s, worst %.2f s.",
            at(waitsMs, MEDIAN), at(waitsMs, ALMOST_ALL), at(waitsMs, 1));
      }
    }
    return 0;
  }

  private static double at(long[] sortedMs, double part) {
    int place = (int) Math.ceil(part * sortedMs.length) - 1;
    return sortedMs[Math.max(0, place)] / 1e3;
  }

  private static void say(String format, Object... values) {
    System.out.printf(Locale.ROOT, format + "%n", values);
  }
}
