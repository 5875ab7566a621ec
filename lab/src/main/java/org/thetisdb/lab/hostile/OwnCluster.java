package org.thetisdb.lab.hostile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.thetisdb.benchmarks.hostile.ClusterState;
import org.thetisdb.benchmarks.hostile.ClusterUnderTest;
import org.thetisdb.core.id.Address;
import org.thetisdb.lab.process.ThetisProcess;

/**
 * A whole cluster as {@code thetis start} makes it, in a process of its own with the heap and the
 * collector of this one: what is done to it may end it, and the judge must live on.
 */
public final class OwnCluster implements ClusterUnderTest, AutoCloseable {
  private static final String MAIN = "org.thetisdb.cli.Main";
  private static final int LAST_LINES = 3;

  private final Path directory;
  private final Map<String, String> settings;
  private ThetisProcess process;
  private Address address;

  private OwnCluster(Path directory, Map<String, String> settings) {
    this.directory = directory;
    this.settings = settings;
  }

  /** Starts it on a directory; returns when it serves. */
  public static OwnCluster start(Path directory, Map<String, String> settings) throws IOException {
    OwnCluster cluster = new OwnCluster(directory, settings);
    cluster.begin();
    return cluster;
  }

  private void begin() throws IOException {
    List<String> command = new ArrayList<>(List.of("start", "--port", "0"));
    command.addAll(List.of("--data", directory.resolve("data").toString()));
    settings.forEach((name, value) -> command.addAll(List.of("--set", name + "=" + value)));
    process =
        ThetisProcess.startAlike(
            directory.resolve("cluster.log"), MAIN, command.toArray(String[]::new));
    try {
      address = Address.parse(process.address());
    } catch (RuntimeException e) {
      process.close();
      throw e;
    }
  }

  @Override
  public Address address() {
    return address;
  }

  @Override
  public ClusterState state() {
    return RunningCluster.stateAt(address);
  }

  @Override
  public String ended() {
    if (process.isAlive()) {
      return "";
    }
    List<String> lines = process.output().lines().toList();
    return String.join(" / ", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
  }

  @Override
  public boolean canRestart() {
    return true;
  }

  @Override
  public void restart() throws IOException {
    process.close();
    begin();
  }

  @Override
  public void close() {
    process.close();
  }
}
