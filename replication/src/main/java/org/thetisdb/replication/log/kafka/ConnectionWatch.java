package org.thetisdb.replication.log.kafka;

import java.util.Map;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs once when no broker can be reached, and once when one is back. Kafka's clients wait such a
 * loss out without a word to their caller; the number of their open connections shows it.
 *
 * <p>Belongs to one thread.
 */
final class ConnectionWatch {
  private static final Logger LOG = LoggerFactory.getLogger(ConnectionWatch.class);
  private static final long EVERY_US = 1_000_000;

  private final Metric connections;
  private final String brokers;
  private long nextCheckUs;
  private int checksWithout;
  private boolean lost;

  ConnectionWatch(Map<MetricName, ? extends Metric> metrics, String brokers) {
    this.connections = find(metrics);
    this.brokers = brokers;
  }

  private static Metric find(Map<MetricName, ? extends Metric> metrics) {
    for (Map.Entry<MetricName, ? extends Metric> metric : metrics.entrySet()) {
      if (metric.getKey().name().equals("connection-count")) {
        return metric.getValue();
      }
    }
    throw new IllegalStateException("Kafka's client does not count its connections");
  }

  /** Looks, if the last look was a second ago. */
  void check(long nowUs) {
    if (nowUs < nextCheckUs) {
      return;
    }
    nextCheckUs = nowUs + EVERY_US;
    boolean connected = ((Number) connections.metricValue()).doubleValue() > 0;
    checksWithout = connected ? 0 : checksWithout + 1;
    if (checksWithout > 1 && !lost) {
      LOG.warn("Kafka cannot be reached at {}; waiting for it", brokers);
    } else if (connected && lost) {
      LOG.info("Kafka is back at {}", brokers);
    }
    lost = checksWithout > 1;
  }
}
