package org.thetisdb.launcher;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.thetisdb.core.net.Address;

/**
 * A cluster of which each part is a process of its own: ZooKeeper, Kafka, two sites, and two
 * routers of which one stands by. Each can be killed, stopped, and started again where it was.
 */
final class ProcessCluster implements AutoCloseable {
  private static final String MAIN = "org.thetisdb.launcher.Main";
  private static final String SERVICES = "org.thetisdb.replication.embedded.Standalone";

  private final Path directory;
  private final Map<String, ThetisProcess> parts = new TreeMap<>();
  private final Map<String, String> addresses = new TreeMap<>();

  private ProcessCluster(Path directory) {
    this.directory = directory;
  }

  /** Starts all of it. */
  static ProcessCluster start(Path directory) throws IOException {
    ProcessCluster cluster = new ProcessCluster(directory);
    try {
      cluster.startAll();
      return cluster;
    } catch (IOException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private void startAll() throws IOException {
    begin("ZooKeeper");
    begin("Kafka");
    awaitReady("ZooKeeper");
    awaitReady("Kafka");
    begin("site 1");
    begin("site 2");
    begin("router 1");
    awaitReady("site 1");
    awaitReady("site 2");
    awaitReady("router 1");
    begin("router 2");
    awaitReady("router 2");
  }

  private void begin(String part) throws IOException {
    parts.put(part, launch(part));
  }

  private void awaitReady(String part) {
    addresses.put(part, part(part).address());
  }

  private ThetisProcess launch(String part) throws IOException {
    return switch (part) {
      case "site 1", "site 2" ->
          ThetisProcess.start(
              MAIN,
              withServices(
                  "site",
                  "--id",
                  part.substring("site ".length()),
                  "--data",
                  directory.resolve("sites").toString()));
      case "router 1", "router 2" ->
          ThetisProcess.start(MAIN, withServices("router", "--port", port(part)));
      default -> {
        String data = directory.resolve(part).toString();
        yield ThetisProcess.start(SERVICES + part, "--port", port(part), "--data-dir", data);
      }
    };
  }

  /** Where it was before; any free port the first time. */
  private String port(String part) {
    String before = addresses.get(part);
    return before == null ? "0" : Integer.toString(Address.parse(before).port());
  }

  private String[] withServices(String... command) {
    List<String> all = new ArrayList<>(List.of(command));
    all.addAll(List.of("--zookeeper", addresses.get("ZooKeeper")));
    all.addAll(List.of("--kafka", addresses.get("Kafka"), "--sites", "2"));
    all.addAll(List.of("--set", "membership.session_timeout_ms=2000"));
    return all.toArray(String[]::new);
  }

  /** Both routers, for clients. */
  String routers() {
    return addresses.get("router 1") + "," + addresses.get("router 2");
  }

  /** Where a part is. */
  String address(String part) {
    return addresses.get(part);
  }

  /** A part by its name: ZooKeeper, Kafka, site 1, router 2. */
  ThetisProcess part(String name) {
    return parts.get(name);
  }

  /** kill -9. */
  void kill(String part) {
    part(part).kill();
  }

  /** Starts a killed part again, on its data and at its port; returns when it is ready. */
  void startAgain(String part) throws IOException {
    begin(part);
    awaitReady(part);
  }

  /** What all parts said; for failed tests. */
  String output() {
    StringBuilder all = new StringBuilder();
    parts.forEach((name, process) -> all.append(name + ":\n" + process.output() + "\n"));
    return all.toString();
  }

  @Override
  public void close() {
    parts.values().forEach(ThetisProcess::close);
  }
}
