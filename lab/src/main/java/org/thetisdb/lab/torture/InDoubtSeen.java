package org.thetisdb.lab.torture;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;

/**
 * How long what transactions over several sites had prepared stayed undecided, from what the sites
 * reported to the router at each look. What a site had not reported yet when it was killed is not
 * known. For one thread. Bounded by the incarnations of sites.
 */
final class InDoubtSeen {
  private static final double MICROS_IN_MS = 1e3;

  private final Map<String, Times> byIncarnation = new HashMap<>();

  private record Times(long decided, long sumUs, long mostUs) {}

  /**
   * What came of all looks.
   *
   * @param decided records that were prepared and then decided, counted at each site
   * @param meanMs how long they were undecided, on average
   * @param mostMs the longest of them
   */
  record Summary(long decided, double meanMs, double mostMs) {}

  /** Takes down what one site reports. */
  void look(JsonNode site) {
    Times told =
        new Times(
            site.path("in_doubt_decided").asLong(),
            site.path("in_doubt_sum_us").asLong(),
            site.path("in_doubt_most_us").asLong());
    if (told.decided() > 0) { // a router that has just begun to lead knows nothing yet
      byIncarnation.put(site.path("site").asText() + "." + site.path("incarnation").asText(), told);
    }
  }

  Summary summary() {
    long decided = 0;
    long sumUs = 0;
    long mostUs = 0;
    for (Times times : byIncarnation.values()) {
      decided += times.decided();
      sumUs += times.sumUs();
      mostUs = Math.max(mostUs, times.mostUs());
    }
    double meanMs = decided == 0 ? 0 : sumUs / MICROS_IN_MS / decided;
    return new Summary(decided, meanMs, mostUs / MICROS_IN_MS);
  }
}
