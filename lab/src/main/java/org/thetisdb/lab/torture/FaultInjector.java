package org.thetisdb.lab.torture;

import java.io.IOException;
import java.util.List;
import org.thetisdb.lab.process.NetworkNamespaces;
import org.thetisdb.lab.process.ProcessCluster;

/** Breaks parts of a cluster and mends them again. For one thread. */
final class FaultInjector {
  private final ProcessCluster cluster;
  private final NetworkNamespaces network;

  /** The network is null where links cannot be cut. */
  FaultInjector(ProcessCluster cluster, NetworkNamespaces network) {
    this.cluster = cluster;
    this.network = network;
  }

  /** Returns when these parts are broken. */
  void hit(Fault fault, List<String> parts) throws IOException, InterruptedException {
    for (String part : parts) {
      switch (fault.means()) {
        case KILL -> cluster.kill(part);
        case STOP -> cluster.part(part).signal("STOP");
        case CUT -> network.cut(part);
      }
    }
  }

  /** Returns when the parts are as they were; what was killed is ready then. */
  void mend(Fault fault, List<String> parts) throws IOException, InterruptedException {
    if (fault.means() == Fault.Means.KILL) {
      cluster.startAll();
      return;
    }
    for (String part : parts) {
      if (fault.means() == Fault.Means.STOP) {
        cluster.part(part).signal("CONT");
      } else {
        network.join(part);
      }
    }
  }
}
