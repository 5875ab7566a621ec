package org.thetisdb.replication.embedded;

import java.util.concurrent.CountDownLatch;

/**
 * ZooKeeper as a process of its own, from its Maven artifact:
 *
 * <pre>
 * java -cp CLASSPATH org.thetisdb.replication.embedded.StandaloneZooKeeper --data-dir DIR [--host H] [--port P] [--tick-ms T] [--flush yes|no]
 * </pre>
 *
 * It listens at 127.0.0.1:2181 with a tick of 50 ms unless options say otherwise, prints {@code
 * ZooKeeper ready at HOST:PORT}, and runs until it gets SIGTERM. A session has a time-out of two
 * ticks at least, and its loss is found up to a tick late. With {@code --flush no} changes are not
 * forced to the disk before they are acknowledged: they survive the death of the process, not that
 * of the machine, and a busy disk holds up nobody's lease. Exit status: 0 good, 1 it could not
 * start, 2 wrong usage.
 */
public final class StandaloneZooKeeper {
  private static final int USUAL_PORT = 2181;

  /** Read by ZooKeeper when its first file is opened. */
  private static final String FORCE_SYNC = "zookeeper.forceSync";

  /** Sessions of the least length end while the disk takes so long, so it should be heard of. */
  private static final String FSYNC_WARNING = "zookeeper.fsync.warningthresholdms";

  private static final int FSYNC_WARNING_TICKS = 2;

  private StandaloneZooKeeper() {}

  /** Runs the server. */
  public static void main(String[] arguments) {
    Standalone.main(
        "ZooKeeper", arguments, USUAL_PORT, StandaloneZooKeeper::start, new CountDownLatch(1));
  }

  private static Standalone.Running start(Flags flags) {
    System.setProperty(FORCE_SYNC, flags.flush() ? "yes" : "no");
    if (System.getProperty(FSYNC_WARNING) == null) {
      System.setProperty(FSYNC_WARNING, Integer.toString(FSYNC_WARNING_TICKS * flags.tickMs()));
    }
    EmbeddedZooKeeper server =
        EmbeddedZooKeeper.start(flags.dataDir(), flags.bind(), flags.tickMs());
    return new Standalone.Running(server.address(), server);
  }
}
