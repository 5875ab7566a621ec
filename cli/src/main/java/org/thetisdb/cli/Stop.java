package org.thetisdb.cli;

import org.slf4j.LoggerFactory;

/** Stops what runs when the process is asked to end. */
final class Stop {
  private Stop() {}

  static void onExit(AutoCloseable part) {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  try {
                    part.close();
                  } catch (Exception e) {
                    LoggerFactory.getLogger(Stop.class)
                        .warn("Stopping was not complete: {}", e.toString());
                  }
                },
                "stop"));
  }
}
