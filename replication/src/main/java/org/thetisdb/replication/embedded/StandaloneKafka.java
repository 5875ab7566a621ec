package org.thetisdb.replication.embedded;

import java.util.concurrent.CountDownLatch;

/**
 * Kafka as a process of its own, one broker, from its Maven artifact:
 *
 * <pre>
 * java -cp CLASSPATH org.thetisdb.replication.embedded.StandaloneKafka --data-dir DIR [--host H] [--port P]
 * </pre>
 *
 * It listens at 127.0.0.1:9092 unless options say otherwise, prints {@code Kafka ready at
 * HOST:PORT}, and runs until it gets SIGTERM or a fault stops the broker. Exit status: 0 good, 1 it
 * could not start, 2 wrong usage.
 */
public final class StandaloneKafka {
  private static final int USUAL_PORT = 9092;

  private StandaloneKafka() {}

  /** Runs the broker. */
  public static void main(String[] arguments) {
    CountDownLatch stop = new CountDownLatch(1);
    Standalone.main("Kafka", arguments, USUAL_PORT, flags -> start(flags, stop), stop);
  }

  private static Standalone.Running start(Flags flags, CountDownLatch stop) {
    EmbeddedKafka server =
        EmbeddedKafka.start(flags.dataDir(), flags.bind(), fault -> stop.countDown());
    return new Standalone.Running(server.address(), server);
  }
}
