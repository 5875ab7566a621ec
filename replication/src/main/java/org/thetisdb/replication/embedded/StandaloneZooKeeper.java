package org.thetisdb.replication.embedded;

import java.util.concurrent.CountDownLatch;

/**
 * ZooKeeper as a process of its own, from its Maven artifact:
 *
 * <pre>
 * java -cp CLASSPATH org.thetisdb.replication.embedded.StandaloneZooKeeper --data-dir DIR [--host H] [--port P] [--tick-ms T]
 * </pre>
 *
 * It listens at 127.0.0.1:2181 with a tick of 50 ms unless told otherwise, prints {@code ZooKeeper
 * ready at HOST:PORT}, and runs until it gets SIGTERM. A session has a time-out of two ticks at
 * least, and its loss is found up to a tick late. Exit status: 0 good, 1 it could not start, 2
 * wrong usage.
 */
public final class StandaloneZooKeeper {
  private static final int USUAL_PORT = 2181;

  private StandaloneZooKeeper() {}

  /** Runs the server. */
  public static void main(String[] arguments) {
    Standalone.main(
        "ZooKeeper", arguments, USUAL_PORT, StandaloneZooKeeper::start, new CountDownLatch(1));
  }

  private static Standalone.Running start(Flags flags) {
    EmbeddedZooKeeper server =
        EmbeddedZooKeeper.start(flags.dataDir(), flags.bind(), flags.tickMs());
    return new Standalone.Running(server.address(), server);
  }
}
