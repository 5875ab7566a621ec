package org.thetisdb.lab.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.thetisdb.core.config.TlsSettings;
import org.thetisdb.core.id.Address;

/**
 * A cluster of which each part is a process of its own: ZooKeeper, Kafka, sites, and two routers of
 * which one leads. Each can be killed, stopped, and started again where it was. What they say is
 * kept in files named after them, beside their data.
 *
 * <p>Parts are known by their names: {@code ZooKeeper}, {@code Kafka}, {@code site 1}, {@code
 * router 2}. One thread breaks and mends; what a part said may be read by any.
 */
public final class ProcessCluster implements AutoCloseable {
  /** The membership service. */
  public static final String ZOOKEEPER = "ZooKeeper";

  /** The log's broker. */
  public static final String KAFKA = "Kafka";

  private static final String MAIN = "org.thetisdb.cli.Main";
  private static final String SERVICES = "org.thetisdb.replication.embedded.Standalone";
  private static final List<String> ROUTERS = List.of("router 1", "router 2");

  private final Path directory;
  private final ClusterPlan plan;
  private final Map<String, String> environment;
  private final ConcurrentMap<String, ThetisProcess> parts = new ConcurrentHashMap<>();
  private final Map<String, String> addresses = new TreeMap<>();

  private ProcessCluster(Path directory, ClusterPlan plan, Map<String, String> environment) {
    this.directory = directory;
    this.plan = plan;
    this.environment = environment;
  }

  /** Starts two sites and all that they need; returns when a router leads. */
  public static ProcessCluster start(Path directory) throws IOException {
    return start(directory, ClusterPlan.of(2, 2_000), Map.of());
  }

  /**
   * Starts what is planned; returns when each part can be reached.
   *
   * @param directory where all of it is kept
   * @param environment variables of sites and routers
   */
  public static ProcessCluster start(
      Path directory, ClusterPlan plan, Map<String, String> environment) throws IOException {
    ProcessCluster cluster = new ProcessCluster(directory, plan, environment);
    try {
      cluster.startAll();
      return cluster;
    } catch (IOException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  /** Starts all that does not run, each where it was; returns when each part can be reached. */
  public void startAll() throws IOException {
    startMissing(List.of(ZOOKEEPER, KAFKA));
    List<String> rest = new ArrayList<>(sites());
    rest.addAll(ROUTERS);
    startMissing(rest);
  }

  private void startMissing(List<String> names) throws IOException {
    List<String> begun = new ArrayList<>();
    for (String part : names) {
      if (!parts.containsKey(part) || !part(part).isAlive()) {
        begin(part);
        begun.add(part);
      }
    }
    begun.forEach(this::awaitReady);
  }

  private void begin(String part) throws IOException {
    parts.put(part, launch(part));
  }

  private void awaitReady(String part) {
    addresses.put(part, part(part).address());
  }

  private ThetisProcess launch(String part) throws IOException {
    if (part.equals(ZOOKEEPER)) {
      // Processes die here, never the machine; and what else writes to its disk is no fault of
      // ours.
      return service(part, "--tick-ms", Integer.toString(plan.tickMs()), "--flush", "no");
    }
    if (part.equals(KAFKA)) {
      return service(part);
    }
    String host = plan.hosts().address(part);
    if (ROUTERS.contains(part)) {
      String own = "data.dir=" + directory(part);
      return member(part, "router", "--host", host, "--port", port(part), "--set", own);
    }
    String data = directory.resolve("sites").toString();
    String id = part.substring("site ".length());
    return member(part, "site", "--id", id, "--data", data, "--listen", host + ":0");
  }

  private ThetisProcess service(String part, String... more) throws IOException {
    List<String> all =
        new ArrayList<>(List.of("--host", plan.hosts().address(part), "--port", port(part)));
    all.addAll(List.of("--data-dir", directory(part).toString()));
    all.addAll(List.of(more));
    return ThetisProcess.start(
        plan.hosts().prefix(part),
        Map.of(),
        log(part),
        SERVICES + part,
        all.toArray(String[]::new));
  }

  private ThetisProcess member(String part, String... command) throws IOException {
    List<String> all = new ArrayList<>(List.of(command));
    all.addAll(List.of("--zookeeper", addresses.get(ZOOKEEPER), "--kafka", addresses.get(KAFKA)));
    all.addAll(List.of("--sites", Integer.toString(plan.sites())));
    all.addAll(List.of("--set", "membership.session_timeout_ms=" + plan.leaseMs()));
    if (!plan.hosts().address(part).startsWith("127.") && !isSecure()) {
      // A network of this machine that nobody else is in.
      all.addAll(List.of("--set", "security.open=accepted", "--set", "security.login=off"));
    }
    plan.settings().forEach((name, value) -> all.addAll(List.of("--set", name + "=" + value)));
    return ThetisProcess.start(
        plan.hosts().prefix(part), environment, log(part), MAIN, all.toArray(String[]::new));
  }

  private boolean isSecure() {
    return "require".equals(plan.settings().get(TlsSettings.TLS_MODE.name()));
  }

  /** Where Kafka, ZooKeeper or a router keeps its files; sites share another one. */
  public Path directory(String part) {
    return directory.resolve(part);
  }

  /** Where all goes that a part says, also before it was killed. */
  private Path log(String part) {
    return directory.resolve(part.replace(' ', '-') + ".log");
  }

  /** Where it was before; any free port the first time. */
  private String port(String part) {
    String before = addresses.get(part);
    return before == null ? "0" : Integer.toString(Address.parse(before).port());
  }

  /** The names of all sites, in order. */
  public List<String> sites() {
    return sitesOf(plan.sites());
  }

  /** The names of all parts. */
  public List<String> all() {
    return partsOf(plan.sites());
  }

  /** The names of all parts of a cluster of so many sites. */
  public static List<String> partsOf(int sites) {
    List<String> names = new ArrayList<>(List.of(ZOOKEEPER, KAFKA));
    names.addAll(sitesOf(sites));
    names.addAll(ROUTERS);
    return names;
  }

  static List<String> sitesOf(int sites) {
    List<String> names = new ArrayList<>();
    for (int site = 1; site <= sites; site++) {
      names.add("site " + site);
    }
    return names;
  }

  /** The names of both routers. */
  public static List<String> routerNames() {
    return ROUTERS;
  }

  /** Both routers, for clients. */
  public String routers() {
    return addresses.get("router 1") + "," + addresses.get("router 2");
  }

  /** The name of the router at an address. */
  public String routerAt(String address) {
    return address.equals(addresses.get("router 1")) ? "router 1" : "router 2";
  }

  /** The name of the router that is not at an address. */
  public String otherRouter(String address) {
    return routerAt(address).equals("router 1") ? "router 2" : "router 1";
  }

  /** Where a part is. */
  public String address(String part) {
    return addresses.get(part);
  }

  /** A part's process. */
  public ThetisProcess part(String name) {
    return parts.get(name);
  }

  /** kill -9. */
  public void kill(String part) {
    part(part).kill();
  }

  /** Starts a killed part again, on its data and at its port; returns when it is ready. */
  public void startAgain(String part) throws IOException {
    begin(part);
    awaitReady(part);
  }

  /** What all parts said last. */
  public String output() {
    StringBuilder all = new StringBuilder();
    new TreeMap<>(parts)
        .forEach((name, process) -> all.append(name + ":\n" + process.output() + "\n"));
    return all.toString();
  }

  /** Each part that runs says in its log what its threads do; a part that is stopped, later. */
  public void dumpThreads() throws IOException, InterruptedException {
    for (ThetisProcess part : parts.values()) {
      if (part.isAlive()) {
        part.signal("QUIT");
      }
    }
  }

  @Override
  public void close() {
    parts.values().forEach(ThetisProcess::close);
  }
}
