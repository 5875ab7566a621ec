package org.thetisdb.launcher.torture;

import java.io.IOException;
import org.thetisdb.launcher.process.NetworkNamespaces;
import org.thetisdb.launcher.process.ProcessCluster;

/** Breaks parts of a cluster and mends them again. For one thread. */
final class Breaker {
  private final ProcessCluster cluster;
  private final NetworkNamespaces network;

  /** The network is null where links cannot be cut. */
  Breaker(ProcessCluster cluster, NetworkNamespaces network) {
    this.cluster = cluster;
    this.network = network;
  }

  /** Returns when the part is broken. */
  void hit(Fault fault, String part) throws IOException, InterruptedException {
    switch (fault.means()) {
      case KILL -> kill(fault, part);
      case STOP -> cluster.part(part).signal("STOP");
      case CUT -> network.cut(part);
    }
  }

  private void kill(Fault fault, String part) {
    if (fault.target() == Fault.Target.ALL) {
      cluster.all().forEach(cluster::kill);
    } else {
      cluster.kill(part);
    }
  }

  /** Returns when the part is as it was; what was killed is ready then. */
  void mend(Fault fault, String part) throws IOException, InterruptedException {
    switch (fault.means()) {
      case KILL -> cluster.startAll();
      case STOP -> cluster.part(part).signal("CONT");
      case CUT -> network.join(part);
    }
  }
}
