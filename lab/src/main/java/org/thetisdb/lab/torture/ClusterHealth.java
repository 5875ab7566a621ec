package org.thetisdb.lab.torture;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.thetisdb.benchmarks.driver.result.StatusView;
import org.thetisdb.client.CallException;
import org.thetisdb.client.ThetisClient;

/** Knows from the router's status whether all sites take part. For one thread. */
final class ClusterHealth {
  private static final long LOOK_MS = 20;

  private final ThetisClient client;
  private final InDoubtSeen inDoubt = new InDoubtSeen();
  private String seen = "no status yet";

  ClusterHealth(ThetisClient client) {
    this.client = client;
  }

  /** Waits until a router serves and every site is ready; false if the time is over. */
  boolean await(long patienceMs) throws InterruptedException {
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patienceMs);
    while (!isWhole()) {
      if (System.nanoTime() > deadlineNs) {
        return false;
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_MS);
    }
    return true;
  }

  private boolean isWhole() {
    StatusView status;
    try {
      status = StatusView.parse(client.status());
    } catch (CallException e) {
      seen = e.describe();
      return false;
    }
    List<String> missing = new ArrayList<>();
    if (!status.root().path("serving").asBoolean()) {
      missing.add("the router waits for " + status.text("waits_for"));
    }
    for (JsonNode site : status.root().path("per_site")) {
      inDoubt.look(site);
      if (!site.path("state").asText().equals("ready")) {
        missing.add("site " + site.path("site").asText() + " is " + site.path("state").asText());
      }
    }
    seen = String.join(", ", missing);
    return missing.isEmpty();
  }

  /** Why it was not whole when it was looked at last. */
  String seen() {
    return seen;
  }

  /** How long what was prepared was undecided, as far as it was looked at. */
  InDoubtSeen.Summary inDoubt() {
    return inDoubt.summary();
  }

  /** What the router that leads reports. */
  StatusView status() {
    return StatusView.parse(client.status());
  }
}
