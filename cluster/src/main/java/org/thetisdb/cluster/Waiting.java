package org.thetisdb.cluster;

import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/** Waits for parts to start, and stops them in turn. */
final class Waiting {
  private static final Logger LOG = LoggerFactory.getLogger(Waiting.class);

  /** A site that replays long logs takes its time. */
  private static final long LONGEST_START_S = 600;

  private Waiting() {}

  /** The value; failures come out as what they are. */
  static <T> T forIt(CompletableFuture<T> part, String what) {
    try {
      return part.orTimeout(LONGEST_START_S, TimeUnit.SECONDS).join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof ThetisException known) {
        throw known;
      }
      String why =
          e.getCause() instanceof TimeoutException
              ? "it was not ready in time"
              : String.valueOf(e.getCause());
      throw new ThetisException(ErrorCode.START_FAILED, what, why).causedBy(e);
    }
  }

  /** Stops the last first. */
  static void closeAll(Deque<AutoCloseable> parts) {
    while (!parts.isEmpty()) {
      AutoCloseable part = parts.pop();
      try {
        part.close();
      } catch (Exception e) {
        LOG.warn("Could not stop {}: {}", part, e.toString());
      }
    }
  }
}
