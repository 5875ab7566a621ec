package org.thetisdb.core.net.netty;

/**
 * Limits of a {@link NettyTransport}. Immutable; begin with {@link #defaults} and change what must
 * differ.
 *
 * @param threads event loops, one thread each
 * @param frameLimitBytes the longest message in either direction
 * @param firstFrameLimitBytes the longest first message on an accepted connection
 * @param highWaterBytes a connection is congested when more than this waits to be sent
 * @param lowWaterBytes and no longer congested when less than this does
 * @param hardLimitBytes a connection is closed when more than this waits to be sent
 * @param inboundLimitBytes a connection is not read while more than this was handed to its
 *     scheduler and not yet worked off
 * @param connectTimeoutMs how long connecting may take
 */
public record TransportOptions(
    int threads,
    int frameLimitBytes,
    int firstFrameLimitBytes,
    int highWaterBytes,
    int lowWaterBytes,
    int hardLimitBytes,
    int inboundLimitBytes,
    int connectTimeoutMs) {
  /** Checks that the limits fit together. */
  public TransportOptions {
    require(threads > 0, "threads");
    require(frameLimitBytes > 0 && frameLimitBytes <= 1 << 29, "frameLimitBytes");
    require(firstFrameLimitBytes > 0, "firstFrameLimitBytes");
    require(lowWaterBytes > 0 && lowWaterBytes <= highWaterBytes, "lowWaterBytes");
    require(highWaterBytes <= hardLimitBytes, "highWaterBytes");
    require(hardLimitBytes >= frameLimitBytes, "hardLimitBytes");
    require(inboundLimitBytes > 0, "inboundLimitBytes");
    require(connectTimeoutMs > 0, "connectTimeoutMs");
  }

  /** The usual limits. */
  public static TransportOptions defaults(int threads) {
    return new TransportOptions(
        threads,
        FrameCodec.DEFAULT_LIMIT_BYTES,
        64 << 10,
        1 << 20,
        256 << 10,
        64 << 20,
        1 << 20,
        3_000);
  }

  /** Another limit on messages; the hard limit rises with it if it must. */
  public TransportOptions withFrameLimit(int newFrameLimitBytes) {
    return new TransportOptions(
        threads,
        newFrameLimitBytes,
        firstFrameLimitBytes,
        highWaterBytes,
        lowWaterBytes,
        Math.max(hardLimitBytes, newFrameLimitBytes),
        inboundLimitBytes,
        connectTimeoutMs);
  }

  /** Other limits on what waits to be sent. */
  public TransportOptions withSendLimits(
      int newLowWaterBytes, int newHighWaterBytes, int newHardLimitBytes) {
    return new TransportOptions(
        threads,
        frameLimitBytes,
        firstFrameLimitBytes,
        newHighWaterBytes,
        newLowWaterBytes,
        newHardLimitBytes,
        inboundLimitBytes,
        connectTimeoutMs);
  }

  /** Another limit on what waits to be worked off. */
  public TransportOptions withInboundLimit(int newInboundLimitBytes) {
    return new TransportOptions(
        threads,
        frameLimitBytes,
        firstFrameLimitBytes,
        highWaterBytes,
        lowWaterBytes,
        hardLimitBytes,
        newInboundLimitBytes,
        connectTimeoutMs);
  }

  /** Another time for connecting. */
  public TransportOptions withConnectTimeout(int newConnectTimeoutMs) {
    return new TransportOptions(
        threads,
        frameLimitBytes,
        firstFrameLimitBytes,
        highWaterBytes,
        lowWaterBytes,
        hardLimitBytes,
        inboundLimitBytes,
        newConnectTimeoutMs);
  }

  private static void require(boolean fits, String name) {
    if (!fits) {
      throw new IllegalArgumentException(name + " is out of range");
    }
  }
}
