package org.thetisdb.lab.experiment.run;

import java.util.Map;
import org.thetisdb.core.config.NetworkSettings;

/**
 * How much longer messages of a real cluster take than its machine's network does, in each
 * direction. Immutable.
 *
 * @param us microseconds; 0 for the network as it is
 */
public record LinkDelay(int us) {
  /** The network as it is. */
  public static final LinkDelay NONE = new LinkDelay(0);

  /** What is put behind an experiment's name where its result is kept. */
  String variant() {
    return us == 0 ? "" : "-link-" + us + "us";
  }

  /** A sentence for the conditions of a run, behind others; empty without a delay. */
  String sentence() {
    return us == 0
        ? ""
        : " Each message between clients, routers and sites took %,d µs longer, in each direction, and went over sockets; what goes to and from Kafka and ZooKeeper did not."
            .formatted(us);
  }

  /** The settings of a cluster that has it, by name. */
  Map<String, String> settings() {
    return us == 0
        ? Map.of()
        : Map.of(NetworkSettings.NET_LINK_DELAY_US.name(), Integer.toString(us));
  }
}
