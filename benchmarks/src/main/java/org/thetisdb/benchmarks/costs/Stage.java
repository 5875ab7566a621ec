package org.thetisdb.benchmarks.costs;

import java.util.Locale;

/** What works for a transaction. A thread belongs to one stage, which follows from its name. */
public enum Stage {
  /** Threads of the benchmark and the client's connections. */
  CLIENT("client"),
  /** The router's event loop, and what it plans SQL with. */
  ROUTER("router"),
  /** The sites' event loops, their long queries, and what they compile SQL with. */
  ENGINE("engine"),
  /** Refresh transactions at the sites. */
  REFRESH("refresh"),
  /** Checkpoints of the sites. */
  CHECKPOINT("checkpoint"),
  /** Sockets of router and sites. */
  NETWORK("network"),
  /** The commit log: our adapter, and the broker if it is in this process. */
  LOG("log"),
  /** Membership. */
  MEMBERSHIP("membership"),
  /** Other threads of Java. */
  OTHER("other threads"),
  /** What no thread of Java did: the collector and the compiler of the JVM. */
  JVM("collector, compiler");

  private static final String NETWORK_THREADS = "thetis-net-";

  private final String label;

  Stage(String label) {
    this.label = label;
  }

  /** As people read it. */
  public String label() {
    return label;
  }

  /** As programs read it. */
  public String field() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The stage of a thread.
   *
   * @param thread its name
   * @param lastClusterPool the number of the last group of network threads that the cluster has
   *     made; groups made later are the clients'
   */
  static Stage of(String thread, int lastClusterPool) {
    if (thread.startsWith(NETWORK_THREADS)) {
      return poolOf(thread) > lastClusterPool ? CLIENT : NETWORK;
    }
    if (thread.startsWith("bench-") || thread.equals("main") || thread.equals("thetis-client")) {
      return CLIENT;
    }
    if (thread.startsWith("router")) {
      return ROUTER;
    }
    if (thread.startsWith("site-")) {
      return ofSite(thread);
    }
    String lower = thread.toLowerCase(Locale.ROOT);
    if (lower.contains("kafka") || lower.contains("-log") || lower.contains("raft")) {
      return LOG;
    }
    boolean membership =
        lower.contains("membership") || lower.contains("zookeeper") || lower.contains("curator");
    return membership ? MEMBERSHIP : OTHER;
  }

  private static Stage ofSite(String thread) {
    if (thread.endsWith("-refresh")) {
      return REFRESH;
    }
    return thread.endsWith("-checkpoint") ? CHECKPOINT : ENGINE;
  }

  /** The number of the group of a network thread, which stands in its name; 0 for other threads. */
  static int poolOf(String thread) {
    if (!thread.startsWith(NETWORK_THREADS)) {
      return 0;
    }
    int end = thread.indexOf('-', NETWORK_THREADS.length());
    try {
      return Integer.parseInt(
          thread.substring(NETWORK_THREADS.length(), end < 0 ? thread.length() : end));
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
