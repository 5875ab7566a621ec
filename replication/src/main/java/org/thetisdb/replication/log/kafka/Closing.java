package org.thetisdb.replication.log.kafka;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Closes what nobody can do anything about if it does not close. */
final class Closing {
  private static final Logger LOG = LoggerFactory.getLogger(Closing.class);

  private Closing() {}

  @SuppressWarnings("try") // close() may be interrupted: that is handled here
  static void quietly(AutoCloseable closeable) {
    try {
      closeable.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      LOG.debug("while closing", e);
    }
  }
}
