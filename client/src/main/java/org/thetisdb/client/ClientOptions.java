package org.thetisdb.client;

import java.time.Duration;
import org.thetisdb.client.link.LinkSettings;

/**
 * How a client behaves. Start from {@link #defaults} and change what differs:
 *
 * <pre>{@code
 * ClientOptions options =
 *     ClientOptions.defaults()
 *         .withCallTimeout(Duration.ofSeconds(30))
 *         .withConnectTimeout(Duration.ofSeconds(3));
 * }</pre>
 *
 * <p>Immutable, safe for all threads.
 *
 * @param token shows the right to upload procedures where the cluster's setting {@code
 *     upload.allowed} is {@code token}; empty, the default, when there is none
 * @param user who logs in; empty, the default, for nobody
 * @param password of the user; it is never sent, and empty by default
 * @param callTimeout how long a call may take in all, from being handed in to its answer, with all
 *     repetitions; 10 s by default
 * @param connectTimeout how long {@link ThetisClient#connect(String)} waits for the first
 *     connection; 10 s by default
 * @param reconnectTimeout how long a call waits for a router while none can be reached, if {@code
 *     callTimeout} lets it wait that long; 30 s by default
 * @param attemptTimeout how long one attempt to connect may take; 2 s by default
 * @param pingInterval after how much silence the client asks for a sign of life; while a call waits
 *     for its answer and there is another router, after a twelfth of it; 1 s by default
 * @param silentPings how many pings in a row may stay without any answer before the connection is
 *     given up; 3 by default
 * @param backoffMin the least pause between attempts to connect; 20 ms by default
 * @param backoffMax the longest pause between attempts to connect; 500 ms by default
 * @param repeatDelay the pause before a call is repeated that the cluster could not run yet; 50 ms
 *     by default
 * @param maxQueuedPerSession how many calls may wait in one session behind the one under way; 1,024
 *     by default. One more ends as not run, with T1005
 * @param tls what is asked of connections; no TLS by default
 */
public record ClientOptions(
    String token,
    String user,
    String password,
    Duration callTimeout,
    Duration connectTimeout,
    Duration reconnectTimeout,
    Duration attemptTimeout,
    Duration pingInterval,
    int silentPings,
    Duration backoffMin,
    Duration backoffMax,
    Duration repeatDelay,
    int maxQueuedPerSession,
    ClientTls tls) {

  private static final ClientOptions DEFAULTS =
      new ClientOptions(
          "",
          "",
          "",
          Duration.ofSeconds(10),
          Duration.ofSeconds(10),
          Duration.ofSeconds(30),
          Duration.ofSeconds(2),
          Duration.ofSeconds(1),
          3,
          Duration.ofMillis(20),
          Duration.ofMillis(500),
          Duration.ofMillis(50),
          1024,
          ClientTls.none());

  /**
   * Options, each given.
   *
   * @throws IllegalArgumentException if a time or a number is not positive, or {@code backoffMax}
   *     is less than {@code backoffMin}
   */
  public ClientOptions {
    requirePositive("callTimeout", callTimeout);
    requirePositive("connectTimeout", connectTimeout);
    requirePositive("reconnectTimeout", reconnectTimeout);
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

  /** {@return the options that fit most applications} */
  public static ClientOptions defaults() {
    return DEFAULTS;
  }

  /**
   * Changes the token.
   *
   * @param newToken shows the right to upload; empty for none
   * @return these options with that one changed
   */
  public ClientOptions withToken(String newToken) {
    Draft draft = new Draft(this);
    draft.token = newToken;
    return draft.options();
  }

  /**
   * Changes who logs in.
   *
   * @param newUser empty for nobody
   * @param newPassword of that user; it is never sent
   * @return these options with those changed
   */
  public ClientOptions withUser(String newUser, String newPassword) {
    Draft draft = new Draft(this);
    draft.user = newUser;
    draft.password = newPassword;
    return draft.options();
  }

  /** Without token and password. */
  @Override
  public String toString() {
    return "options of " + (user.isEmpty() ? "nobody" : "user \"" + user + "\"");
  }

  /**
   * Changes how long a call may take in all.
   *
   * @param newTimeout more than zero
   * @return these options with that one changed
   */
  public ClientOptions withCallTimeout(Duration newTimeout) {
    Draft draft = new Draft(this);
    draft.callTimeout = newTimeout;
    return draft.options();
  }

  /**
   * Changes how long to wait for the first connection.
   *
   * @param newTimeout more than zero
   * @return these options with that one changed
   */
  public ClientOptions withConnectTimeout(Duration newTimeout) {
    Draft draft = new Draft(this);
    draft.connectTimeout = newTimeout;
    return draft.options();
  }

  /**
   * Changes how long a call waits for a router while none can be reached.
   *
   * @param newTimeout more than zero
   * @return these options with that one changed
   */
  public ClientOptions withReconnectTimeout(Duration newTimeout) {
    Draft draft = new Draft(this);
    draft.reconnectTimeout = newTimeout;
    return draft.options();
  }

  /**
   * Changes when a silent connection is given up.
   *
   * @param newInterval the silence before a ping, more than zero
   * @param newSilentPings pings without an answer, at least 1
   * @return these options with these two changed
   */
  public ClientOptions withPings(Duration newInterval, int newSilentPings) {
    Draft draft = new Draft(this);
    draft.pingInterval = newInterval;
    draft.silentPings = newSilentPings;
    return draft.options();
  }

  /**
   * Changes the pause between attempts to connect.
   *
   * @param newMin the least pause, more than zero
   * @param newMax the longest pause, not less
   * @return these options with these two changed
   */
  public ClientOptions withBackoff(Duration newMin, Duration newMax) {
    Draft draft = new Draft(this);
    draft.backoffMin = newMin;
    draft.backoffMax = newMax;
    return draft.options();
  }

  /**
   * Changes how many calls may wait in one session.
   *
   * @param newMaximum at least 1
   * @return these options with that one changed
   */
  public ClientOptions withMaxQueuedPerSession(int newMaximum) {
    Draft draft = new Draft(this);
    draft.maxQueuedPerSession = newMaximum;
    return draft.options();
  }

  /**
   * Changes the use of TLS.
   *
   * @param newTls what is asked of connections
   * @return these options with that changed
   */
  public ClientOptions withTls(ClientTls newTls) {
    Draft draft = new Draft(this);
    draft.tls = newTls;
    return draft.options();
  }

  /** How the link to a router is kept. */
  LinkSettings link() {
    return new LinkSettings(
        token,
        user,
        password,
        micros(attemptTimeout),
        micros(backoffMin),
        micros(backoffMax),
        micros(pingInterval),
        silentPings);
  }

  private static long micros(Duration duration) {
    return duration.toNanos() / 1000;
  }

  private static void requirePositive(String name, Duration value) {
    if (value.isZero() || value.isNegative()) {
      throw new IllegalArgumentException(name + " must be more than zero, not " + value);
    }
  }

  /** Options on their way from one object to the next. */
  private static final class Draft {
    private String token;
    private String user;
    private String password;
    private Duration callTimeout;
    private Duration connectTimeout;
    private Duration reconnectTimeout;
    private Duration attemptTimeout;
    private Duration pingInterval;
    private int silentPings;
    private Duration backoffMin;
    private Duration backoffMax;
    private Duration repeatDelay;
    private int maxQueuedPerSession;
    private ClientTls tls;

    Draft(ClientOptions options) {
      token = options.token;
      user = options.user;
      password = options.password;
      callTimeout = options.callTimeout;
      connectTimeout = options.connectTimeout;
      reconnectTimeout = options.reconnectTimeout;
      attemptTimeout = options.attemptTimeout;
      pingInterval = options.pingInterval;
      silentPings = options.silentPings;
      backoffMin = options.backoffMin;
      backoffMax = options.backoffMax;
      repeatDelay = options.repeatDelay;
      maxQueuedPerSession = options.maxQueuedPerSession;
      tls = options.tls;
    }

    ClientOptions options() {
      return new ClientOptions(
          token,
          user,
          password,
          callTimeout,
          connectTimeout,
          reconnectTimeout,
          attemptTimeout,
          pingInterval,
          silentPings,
          backoffMin,
          backoffMax,
          repeatDelay,
          maxQueuedPerSession,
          tls);
    }
  }
}
