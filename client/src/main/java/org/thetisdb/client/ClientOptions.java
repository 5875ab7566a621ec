package org.thetisdb.client;

import java.time.Duration;

/**
 * How a client behaves. Immutable; start from {@link #defaults} and change what differs.
 *
 * @param token shows the right to upload procedures; empty when there is none
 * @param callTimeout how long a call may take in all, from being handed in to its answer
 * @param connectTimeout how long {@link ThetisClient#connect} waits for the first connection
 * @param attemptTimeout how long one attempt to connect may take
 * @param pingInterval after how much silence the client asks for a sign of life; while a call waits
 *     for its answer and there is another router, after a twelfth of it
 * @param silentPings how many pings in a row may stay without any answer before the connection is
 *     given up
 * @param backoffMin the least pause between attempts to connect
 * @param backoffMax the longest pause between attempts to connect
 * @param repeatDelay the pause before a call is repeated that the cluster could not run yet
 * @param maxQueuedPerSession how many calls may wait in one session
 */
public record ClientOptions(
    String token,
    Duration callTimeout,
    Duration connectTimeout,
    Duration attemptTimeout,
    Duration pingInterval,
    int silentPings,
    Duration backoffMin,
    Duration backoffMax,
    Duration repeatDelay,
    int maxQueuedPerSession) {

  private static final ClientOptions DEFAULTS =
      new ClientOptions(
          "",
          Duration.ofSeconds(10),
          Duration.ofSeconds(10),
          Duration.ofSeconds(2),
          Duration.ofSeconds(1),
          3,
          Duration.ofMillis(20),
          Duration.ofMillis(500),
          Duration.ofMillis(50),
          1024);

  /** Refuses times that are not positive. */
  public ClientOptions {
    requirePositive("callTimeout", callTimeout);
    requirePositive("connectTimeout", connectTimeout);
    requirePositive("attemptTimeout", attemptTimeout);
    requirePositive("pingInterval", pingInterval);
    requirePositive("backoffMin", backoffMin);
    requirePositive("repeatDelay", repeatDelay);
    if (backoffMax.compareTo(backoffMin) < 0) {
      throw new IllegalArgumentException("backoffMax is less than backoffMin");
    }
    if (silentPings < 1 || maxQueuedPerSession < 1) {
      throw new IllegalArgumentException("silentPings and maxQueuedPerSession begin at 1");
    }
  }

  /** What fits most applications. */
  public static ClientOptions defaults() {
    return DEFAULTS;
  }

  /** These options with another token. */
  public ClientOptions withToken(String newToken) {
    return new ClientOptions(
        newToken,
        callTimeout,
        connectTimeout,
        attemptTimeout,
        pingInterval,
        silentPings,
        backoffMin,
        backoffMax,
        repeatDelay,
        maxQueuedPerSession);
  }

  /** These options with another time-out for calls. */
  public ClientOptions withCallTimeout(Duration newTimeout) {
    return new ClientOptions(
        token,
        newTimeout,
        connectTimeout,
        attemptTimeout,
        pingInterval,
        silentPings,
        backoffMin,
        backoffMax,
        repeatDelay,
        maxQueuedPerSession);
  }

  /** These options with another time-out for the first connection. */
  public ClientOptions withConnectTimeout(Duration newTimeout) {
    return new ClientOptions(
        token,
        callTimeout,
        newTimeout,
        attemptTimeout,
        pingInterval,
        silentPings,
        backoffMin,
        backoffMax,
        repeatDelay,
        maxQueuedPerSession);
  }

  /** These options with another detection of dead peers. */
  public ClientOptions withPings(Duration newInterval, int newSilentPings) {
    return new ClientOptions(
        token,
        callTimeout,
        connectTimeout,
        attemptTimeout,
        newInterval,
        newSilentPings,
        backoffMin,
        backoffMax,
        repeatDelay,
        maxQueuedPerSession);
  }

  /** These options with another pause between attempts to connect. */
  public ClientOptions withBackoff(Duration newMin, Duration newMax) {
    return new ClientOptions(
        token,
        callTimeout,
        connectTimeout,
        attemptTimeout,
        pingInterval,
        silentPings,
        newMin,
        newMax,
        repeatDelay,
        maxQueuedPerSession);
  }

  /** These options with another bound on what waits in a session. */
  public ClientOptions withMaxQueuedPerSession(int newMaximum) {
    return new ClientOptions(
        token,
        callTimeout,
        connectTimeout,
        attemptTimeout,
        pingInterval,
        silentPings,
        backoffMin,
        backoffMax,
        repeatDelay,
        newMaximum);
  }

  private static void requirePositive(String name, Duration value) {
    if (value.isZero() || value.isNegative()) {
      throw new IllegalArgumentException(name + " must be more than zero, not " + value);
    }
  }
}
