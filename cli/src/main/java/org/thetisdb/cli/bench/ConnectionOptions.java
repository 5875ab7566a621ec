package org.thetisdb.cli.bench;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.thetisdb.cluster.TemporaryDirectory;
import org.thetisdb.lab.hostile.OwnCluster;
import picocli.CommandLine.Option;

/** Where a measurement over one connection finds its cluster: one that runs, or one of its own. */
final class ConnectionOptions {
  @Option(
      names = "--url",
      paramLabel = "HOST:PORT",
      description = "A running cluster; without it one is started in a process of its own.")
  private String url;

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description = "A setting of the cluster that is started; may be given several times.")
  private final Map<String, String> settings = new LinkedHashMap<>();

  /** What is measured. */
  interface Measurement {
    void run(Connection connection) throws SQLException;
  }

  /** Measures over a connection, and ends what it has started. */
  void run(Measurement measurement) throws IOException, SQLException {
    if (url != null) {
      connected(url, measurement);
      return;
    }
    try (TemporaryDirectory temporary = new TemporaryDirectory();
        OwnCluster own = OwnCluster.start(temporary.path(), settings)) {
      connected(own.address().toString(), measurement);
    }
  }

  private static void connected(String address, Measurement measurement) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:thetis://" + address + "/")) {
      measurement.run(connection);
    }
  }
}
