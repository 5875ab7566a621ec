package org.thetisdb.lab.torture;

import java.util.List;
import java.util.Optional;
import org.thetisdb.lab.process.ProcessCluster;

/** What is done to a part of the cluster. */
public enum Fault {
  /** A site is killed, and started again when its work has gone on elsewhere. */
  KILL_SITE("kill-site", Target.SITE, Means.KILL, 500),
  /** A site sleeps for longer than its lease, and wakes as a zombie. */
  STOP_SITE("stop-site", Target.SITE, Means.STOP, 0),
  /** A site can reach nobody. */
  CUT_SITE("cut-site", Target.SITE, Means.CUT, 0),
  /** The router that leads is killed. */
  KILL_ROUTER("kill-router", Target.LEADER, Means.KILL, 500),
  /** The router that leads sleeps for longer than its lease, and wakes believing that it leads. */
  STOP_ROUTER("stop-router", Target.LEADER, Means.STOP, 500),
  /** The router that leads can reach nobody. */
  CUT_ROUTER("cut-router", Target.LEADER, Means.CUT, 500),
  /** A machine with a site and the router that leads is lost. */
  KILL_MACHINE("kill-machine", Target.MACHINE, Means.KILL, 0),
  /** A router that does not lead is killed. */
  KILL_REPLICA_ROUTER("kill-replica-router", Target.REPLICA, Means.KILL, 500),
  /** A router that does not lead sleeps, and wakes with calls that others have made long ago. */
  STOP_REPLICA_ROUTER("stop-replica-router", Target.REPLICA, Means.STOP, 500),
  /** A router that does not lead can reach nobody. */
  CUT_REPLICA_ROUTER("cut-replica-router", Target.REPLICA, Means.CUT, 500),
  /** The broker of the log is killed and started again. */
  KILL_KAFKA("kill-kafka", Target.KAFKA, Means.KILL, 0),
  /** The broker of the log sleeps. */
  STOP_KAFKA("stop-kafka", Target.KAFKA, Means.STOP, 0),
  /** The broker of the log can be reached by nobody. */
  CUT_KAFKA("cut-kafka", Target.KAFKA, Means.CUT, 0),
  /** Membership loses its quorum, and gets it back. */
  KILL_ZOOKEEPER("kill-zookeeper", Target.ZOOKEEPER, Means.KILL, 0),
  /** Membership sleeps for longer than all leases. */
  STOP_ZOOKEEPER("stop-zookeeper", Target.ZOOKEEPER, Means.STOP, 0),
  /** Membership can be reached by nobody, for longer than all leases. */
  CUT_ZOOKEEPER("cut-zookeeper", Target.ZOOKEEPER, Means.CUT, 0),
  /** Every process is killed at the same time; all start again. */
  KILL_ALL("kill-all", Target.ALL, Means.KILL, 0);

  /** Which part is hit. */
  enum Target {
    SITE,
    LEADER,
    MACHINE,
    REPLICA,
    KAFKA,
    ZOOKEEPER,
    ALL
  }

  /** How it is hit. */
  enum Means {
    KILL("kill -9"),
    STOP("stop"),
    CUT("cut off");

    private final String verb;

    Means(String verb) {
      this.verb = verb;
    }
  }

  private final String label;
  private final Target target;
  private final Means means;
  private final long markMs;

  Fault(String label, Target target, Means means, long markMs) {
    this.label = label;
    this.target = target;
    this.means = means;
    this.markMs = markMs;
  }

  /** The name in commands and results. */
  public String label() {
    return label;
  }

  Target target() {
    return target;
  }

  Means means() {
    return means;
  }

  /** What is done to which part, for people. */
  String describe(String part) {
    return means.verb + " " + part;
  }

  /** Whether clients can work again before the part is back: somebody else takes its place. */
  boolean isStoodInFor() {
    return switch (target) {
      case SITE, LEADER, MACHINE, REPLICA -> true;
      case KAFKA, ZOOKEEPER, ALL -> false;
    };
  }

  /** Whether it needs links between processes that can be cut. */
  public boolean needsLinks() {
    return means == Means.CUT;
  }

  /** The pause that 95 of 100 must stay below with a lease of 400 ms; 0 if there is no mark. */
  long markMs() {
    return markMs;
  }

  /** The part's name where there is only one of its kind. */
  Optional<String> onlyPart() {
    return switch (target) {
      case KAFKA -> Optional.of(ProcessCluster.KAFKA);
      case ZOOKEEPER -> Optional.of(ProcessCluster.ZOOKEEPER);
      case ALL -> Optional.of("everything");
      case SITE, LEADER, MACHINE, REPLICA -> Optional.empty();
    };
  }

  /** The fault with this name. */
  public static Optional<Fault> of(String label) {
    return List.of(values()).stream().filter(fault -> fault.label.equals(label)).findFirst();
  }
}
