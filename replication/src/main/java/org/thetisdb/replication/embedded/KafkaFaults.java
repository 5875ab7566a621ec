package org.thetisdb.replication.embedded;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.kafka.common.utils.Exit;
import org.apache.kafka.server.fault.FaultHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What Kafka does when it cannot go on. Alone it would end the JVM, and with it every site in the
 * process; here it logs one error, notifies the listener, and throws, which ends the Kafka thread
 * that gave up. Commits then wait or fail as they do when Kafka is lost, and what started the
 * broker decides.
 *
 * <p>Kafka's exit procedures belong to the whole JVM, so they are set once and speak to the
 * listener that came last.
 *
 * <p>Thread-safe.
 */
final class KafkaFaults {
  private static final Logger LOG = LoggerFactory.getLogger(KafkaFaults.class);
  private static final String NO_SPACE = "No space left on device";
  private static final int MOST_CAUSES = 20;
  private static final AtomicReference<Consumer<String>> LISTENER =
      new AtomicReference<>(text -> {});

  static {
    Exit.setExitProcedure(KafkaFaults::refuse);
    Exit.setHaltProcedure(KafkaFaults::refuse);
    Exit.setShutdownHookAdder((name, hook) -> LOG.debug("left out shutdown hook {}", name));
  }

  private KafkaFaults() {}

  /** Keeps Kafka from ending the JVM, and names what hears that it wanted to. */
  static void listen(Consumer<String> listener) {
    LISTENER.set(listener);
  }

  /** The handler of faults of one part of the server. */
  static FaultHandler handler(String part, boolean fatal, Runnable action) {
    return (text, cause) -> {
      action.run();
      if (fatal) {
        report(part + ": " + text, cause);
      } else {
        LOG.warn("Kafka, {}: {}", part, text, cause);
      }
      return new IllegalStateException("Kafka, " + part + ": " + text, cause);
    };
  }

  private static void refuse(int status, String message) {
    IllegalStateException stop =
        new IllegalStateException("Kafka asked to end the process with status " + status);
    LOG.debug("Kafka wants to end the process", stop);
    // What led there Kafka has logged; the way from there to here helps nobody.
    report(message == null ? stop.getMessage() : message, null);
    throw stop;
  }

  private static boolean isFullDisk(Throwable cause) {
    Throwable each = cause;
    for (int depth = 0; each != null && depth < MOST_CAUSES; depth++) {
      if (each instanceof IOException && String.valueOf(each.getMessage()).contains(NO_SPACE)) {
        return true;
      }
      each = each.getCause();
    }
    return false;
  }

  private static void report(String text, Throwable cause) {
    if (cause == null || isFullDisk(cause)) {
      LOG.error("The embedded Kafka cannot go on: {}", text); // where that happened helps nobody
    } else {
      LOG.error("The embedded Kafka cannot go on: {}", text, cause);
    }
    LISTENER.get().accept(text);
  }
}
