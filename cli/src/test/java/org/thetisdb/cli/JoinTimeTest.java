package org.thetisdb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.benchmarks.driver.result.StatusView;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.lab.process.ThetisProcess;

/**
 * How soon a site that joins has load, where some sites hold a part of the rows and each is a
 * process of its own: it holds nothing at first, so that this does not depend on the data.
 */
@Tag("cluster")
final class JoinTimeTest {
  private static final String MAIN = "org.thetisdb.cli.Main";
  private static final String SERVICES = "org.thetisdb.replication.embedded.Standalone";
  private static final int CUSTOMERS = 20_000;
  private static final int DEPOSITORS = 8;
  private static final int NEW = 4;
  private static final long LOOK_MS = 20;
  private static final long PATIENCE_NS = 60_000_000_000L;
  private static final double NANOS_IN_S = 1e9;

  /** Half of a quarter. */
  private static final double HALF_OF_ITS_SHARE = 0.125;

  private static final double MOST_S = 5;

  @TempDir private Path data;
  private final Deque<ThetisProcess> processes = new ArrayDeque<>();
  private String[] where;

  @Test
  @InTurn(oneIn = 13, from = 4)
  void aSiteHasHalfOfItsShareFiveSecondsAfterItRegistered() throws Exception {
    try {
      startServices();
      for (int site = 1; site < NEW; site++) {
        startSite(site).address();
      }
      ThetisProcess router = start("router", "--port", "0");
      try (ThetisClient client = ThetisClient.connect(router.address())) {
        Depositors depositors = new Depositors(client, CUSTOMERS, DEPOSITORS);
        client.changeSite(NEW, SiteStanding.JOINING);
        startSite(NEW);
        double tookS = untilItHasLoad(client);
        depositors.stopAndCheck(client);
        assertThat(tookS).as("seconds until it runs an eighth of the calls").isLessThan(MOST_S);
      }
    } finally {
      processes.forEach(ThetisProcess::close);
    }
  }

  /** From when the router knows it. */
  private static double untilItHasLoad(ThetisClient client) throws Exception {
    long endNs = System.nanoTime() + PATIENCE_NS;
    long registeredNs = 0;
    long[] before = new long[NEW + 1];
    while (System.nanoTime() < endNs) {
      JsonNode sites = StatusView.parse(client.status()).root().path("per_site");
      boolean isKnown = sites.size() >= NEW && sites.get(NEW - 1).path("incarnation").asInt() > 0;
      registeredNs = registeredNs == 0 && isKnown ? System.nanoTime() : registeredNs;
      if (isKnown && shareOfNew(sites, before) >= HALF_OF_ITS_SHARE) {
        return (System.nanoTime() - registeredNs) / NANOS_IN_S;
      }
      Thread.sleep(LOOK_MS);
    }
    throw new AssertionError("it gets no load");
  }

  /** Of the calls that sites have reported since it was asked last; 0 before all have. */
  private static double shareOfNew(JsonNode sites, long[] before) {
    long[] now = new long[NEW + 1];
    long all = 0;
    boolean haveAll = true;
    for (JsonNode site : sites) {
      int number = site.path("site").asInt();
      now[number] = site.path("committed").asLong();
      all += now[number] - before[number];
      haveAll &= number == NEW || now[number] > before[number];
    }
    double share = haveAll ? (now[NEW] - before[NEW]) / (double) all : 0;
    if (haveAll) {
      System.arraycopy(now, 0, before, 0, now.length);
    }
    return share;
  }

  private void startServices() throws Exception {
    ThetisProcess zooKeeper = service("ZooKeeper", "z");
    ThetisProcess kafka = service("Kafka", "k");
    where = new String[] {"--zookeeper", zooKeeper.address(), "--kafka", kafka.address()};
  }

  private ThetisProcess service(String name, String directory) throws Exception {
    String path = data.resolve(directory).toString();
    ThetisProcess process = ThetisProcess.start(SERVICES + name, "--port", "0", "--data-dir", path);
    processes.push(process);
    return process;
  }

  private ThetisProcess startSite(int id) throws Exception {
    String path = data.resolve("site-" + id).toString();
    return start("site", "--id", Integer.toString(id), "--data", path);
  }

  private ThetisProcess start(String... command) throws Exception {
    List<String> all = new ArrayList<>(List.of(command));
    all.addAll(
        List.of("--sites", "3", "--scheme", "partition-store", "--set", "replicas.full_sites=1"));
    all.addAll(List.of(where));
    ThetisProcess process = ThetisProcess.start(MAIN, all.toArray(String[]::new));
    processes.push(process);
    return process;
  }
}
