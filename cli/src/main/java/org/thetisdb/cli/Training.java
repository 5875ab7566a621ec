package org.thetisdb.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.thetisdb.cli.option.Console;
import org.thetisdb.cluster.EmbeddedCluster;
import org.thetisdb.cluster.TemporaryDirectory;
import org.thetisdb.core.config.NetworkSettings;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.SiteSettings;
import org.thetisdb.core.config.ThetisSettings;

/**
 * A run from which the JVM learns for those that come after it, started by {@code scripts/train}
 * and in the background by {@code ./thetis}: it does for a while what the processes of a cluster
 * and its clients do, so that the classes they need, and how often which method is called, can be
 * kept in a file.
 */
public final class Training {
  private static final String CHECKPOINT_MS = "5000";

  private Training() {}

  /** Runs it; exits with the status of the first command that fails. */
  public static void main(String[] arguments) {
    try (TemporaryDirectory directory = new TemporaryDirectory()) {
      int status = work(directory.path());
      if (status == 0) {
        status = beginAgain(directory.path());
      }
      if (status != 0) {
        System.exit(status);
      }
    }
  }

  private static int work(Path data) {
    try (EmbeddedCluster cluster = start(data)) {
      String url = cluster.clientAddress().toString();
      int status = bench(url, "smallbank", "--via", "procedure");
      status = status != 0 ? status : bench(url, "smallbank", "--via", "jdbc");
      return status != 0 ? status : bench(url, "ycsb", asFrameworksDo());
    }
  }

  /** From checkpoints and what the logs have behind them. */
  private static int beginAgain(Path data) {
    try (EmbeddedCluster cluster = start(data)) {
      String url = cluster.clientAddress().toString();
      int status = Main.run("status", "--url", url);
      return status != 0
          ? status
          : Main.run("sql", "--url", url, "-e", "SELECT COUNT(*) FROM checking");
    }
  }

  private static String[] asFrameworksDo() {
    return new String[] {"--via", "jdbc", "--style", "oltp-bench", "--isolation", "serializable"};
  }

  private static int bench(String url, String workload, String... how) {
    List<String> words = new ArrayList<>(List.of("bench", workload, "--url", url));
    words.addAll(List.of(how));
    words.addAll(List.of("--clients", "8", "--warm-up", "2", "--duration", "12"));
    return Main.run(words.toArray(String[]::new));
  }

  private static EmbeddedCluster start(Path data) {
    Settings settings =
        Settings.of(ThetisSettings.ALL)
            .flag(SiteSettings.CHECKPOINT_INTERVAL_MS.name(), CHECKPOINT_MS)
            .build()
            .with(NetworkSettings.LISTEN_PORT, 0);
    return EmbeddedCluster.start(settings, data, new Console(System.out));
  }
}
