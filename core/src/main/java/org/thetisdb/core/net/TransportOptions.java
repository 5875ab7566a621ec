package org.thetisdb.core.net;

import org.thetisdb.core.config.NetworkSettings;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.net.tls.Tls;

/**
 * Limits of a {@link NettyTransport}. Immutable: begin with {@link #defaults} and change what must
 * differ; each change gives another object.
 */
public final class TransportOptions {
  private int threads = 1;
  private int frameLimitBytes = FrameCodec.DEFAULT_LIMIT_BYTES;
  private int firstFrameLimitBytes = 64 << 10;
  private int lowWaterBytes = 256 << 10;
  private int highWaterBytes = 1 << 20;
  private int hardLimitBytes = 64 << 20;
  private int inboundLimitBytes = 1 << 20;
  private long totalLimitBytes = Math.max(64 << 20, Runtime.getRuntime().maxMemory() / 4);
  private int connectTimeoutMs = 3_000;
  private int firstMessageTimeoutMs = 10_000;
  private int strangers = 1_024;
  private int frameTimeoutMs = 30_000;
  private int linkDelayUs;
  private boolean localSockets = true;
  private Tls tls = Tls.off();

  private TransportOptions() {}

  private TransportOptions(TransportOptions other) {
    threads = other.threads;
    frameLimitBytes = other.frameLimitBytes;
    firstFrameLimitBytes = other.firstFrameLimitBytes;
    lowWaterBytes = other.lowWaterBytes;
    highWaterBytes = other.highWaterBytes;
    hardLimitBytes = other.hardLimitBytes;
    inboundLimitBytes = other.inboundLimitBytes;
    totalLimitBytes = other.totalLimitBytes;
    connectTimeoutMs = other.connectTimeoutMs;
    firstMessageTimeoutMs = other.firstMessageTimeoutMs;
    strangers = other.strangers;
    frameTimeoutMs = other.frameTimeoutMs;
    linkDelayUs = other.linkDelayUs;
    localSockets = other.localSockets;
    tls = other.tls;
  }

  /** The usual limits. */
  public static TransportOptions defaults(int threads) {
    TransportOptions options = new TransportOptions();
    options.threads = threads;
    return options.checked();
  }

  /** The limits that were set. */
  public static TransportOptions of(Settings settings) {
    int high = settings.get(NetworkSettings.SEND_HIGH_WATER_BYTES);
    return defaults(settings.get(NetworkSettings.NET_THREADS))
        .withSendLimits(high / 4, high, settings.get(NetworkSettings.SEND_LIMIT_BYTES))
        .withFrameLimit(settings.get(NetworkSettings.FRAME_LIMIT_BYTES))
        .withConnectTimeout(settings.get(NetworkSettings.CONNECT_TIMEOUT_MS))
        .withLinkDelay(settings.get(NetworkSettings.NET_LINK_DELAY_US))
        .withLocalSockets(
            settings.get(NetworkSettings.NET_LOCAL_SOCKETS) == NetworkSettings.LocalSockets.ON);
  }

  /** Another limit on messages; other limits rise with it where they must. */
  public TransportOptions withFrameLimit(int newFrameLimitBytes) {
    TransportOptions changed = new TransportOptions(this);
    changed.frameLimitBytes = newFrameLimitBytes;
    changed.hardLimitBytes = Math.max(hardLimitBytes, newFrameLimitBytes);
    changed.totalLimitBytes = Math.max(totalLimitBytes, newFrameLimitBytes);
    return changed.checked();
  }

  /** Other limits on what waits to be sent. */
  public TransportOptions withSendLimits(
      int newLowWaterBytes, int newHighWaterBytes, int newHardLimitBytes) {
    TransportOptions changed = new TransportOptions(this);
    changed.lowWaterBytes = newLowWaterBytes;
    changed.highWaterBytes = newHighWaterBytes;
    changed.hardLimitBytes = newHardLimitBytes;
    return changed.checked();
  }

  /** Another limit on what waits to be worked off. */
  public TransportOptions withInboundLimit(int newInboundLimitBytes) {
    TransportOptions changed = new TransportOptions(this);
    changed.inboundLimitBytes = newInboundLimitBytes;
    return changed.checked();
  }

  /** Another limit on all connections together. */
  public TransportOptions withTotalLimit(long newTotalLimitBytes) {
    TransportOptions changed = new TransportOptions(this);
    changed.totalLimitBytes = newTotalLimitBytes;
    return changed.checked();
  }

  /** Another time for connecting. */
  public TransportOptions withConnectTimeout(int newConnectTimeoutMs) {
    TransportOptions changed = new TransportOptions(this);
    changed.connectTimeoutMs = newConnectTimeoutMs;
    return changed.checked();
  }

  /** Another time for the first message. */
  public TransportOptions withFirstMessageTimeout(int newFirstMessageTimeoutMs) {
    TransportOptions changed = new TransportOptions(this);
    changed.firstMessageTimeoutMs = newFirstMessageTimeoutMs;
    return changed.checked();
  }

  /** Another number of accepted connections that have said nothing yet. */
  public TransportOptions withStrangers(int newStrangers) {
    TransportOptions changed = new TransportOptions(this);
    changed.strangers = newStrangers;
    return changed.checked();
  }

  /** Another time in which something of a message that has begun has to come. */
  public TransportOptions withFrameTimeout(int newFrameTimeoutMs) {
    TransportOptions changed = new TransportOptions(this);
    changed.frameTimeoutMs = newFrameTimeoutMs;
    return changed.checked();
  }

  /** Messages of accepted connections take so much longer, in each direction. */
  public TransportOptions withLinkDelay(int newLinkDelayUs) {
    TransportOptions changed = new TransportOptions(this);
    changed.linkDelayUs = newLinkDelayUs;
    return changed.checked();
  }

  /** Whether processes of one machine and one user meet on sockets within it. */
  public TransportOptions withLocalSockets(boolean newLocalSockets) {
    TransportOptions changed = new TransportOptions(this);
    changed.localSockets = newLocalSockets;
    return changed.checked();
  }

  /** TLS for connections over TCP. */
  public TransportOptions withTls(Tls newTls) {
    TransportOptions changed = new TransportOptions(this);
    changed.tls = newTls;
    return changed.checked();
  }

  /** TLS for connections over TCP. */
  public Tls tls() {
    return tls;
  }

  /** Event loops, one thread each. */
  public int threads() {
    return threads;
  }

  /** Accepted connections that may be silent at a time; beyond that the oldest is closed. */
  public int strangers() {
    return strangers;
  }

  /** How long nothing may come in the midst of a message before its connection is closed. */
  public int frameTimeoutMs() {
    return frameTimeoutMs;
  }

  /** The longest message in either direction. */
  public int frameLimitBytes() {
    return frameLimitBytes;
  }

  /** The longest first message on an accepted connection: a stranger gets no more memory. */
  public int firstFrameLimitBytes() {
    return firstFrameLimitBytes;
  }

  /** A congested connection is writable again when less than this waits to be sent. */
  public int lowWaterBytes() {
    return lowWaterBytes;
  }

  /** A connection is congested when more than this waits to be sent. */
  public int highWaterBytes() {
    return highWaterBytes;
  }

  /** A connection is closed when more than this waits to be sent. */
  public int hardLimitBytes() {
    return hardLimitBytes;
  }

  /** A connection is not read while more than this was handed over and not yet worked off. */
  public int inboundLimitBytes() {
    return inboundLimitBytes;
  }

  /**
   * When all connections together use more than this for what waits to be sent, those above their
   * high mark are closed; the same again for messages that have only partly arrived.
   */
  public long totalLimitBytes() {
    return totalLimitBytes;
  }

  /** How long connecting may take. */
  public int connectTimeoutMs() {
    return connectTimeoutMs;
  }

  /** How long an accepted connection may be silent before its first message. */
  public int firstMessageTimeoutMs() {
    return firstMessageTimeoutMs;
  }

  /** How much later a message of an accepted connection arrives, in each direction; 0 for none. */
  public int linkDelayUs() {
    return linkDelayUs;
  }

  /** Whether processes of one machine and one user meet on sockets within it. */
  public boolean localSockets() {
    return localSockets;
  }

  private TransportOptions checked() {
    require(threads > 0, "threads");
    require(frameLimitBytes > 0 && frameLimitBytes <= 1 << 29, "frame limit");
    require(lowWaterBytes > 0 && lowWaterBytes <= highWaterBytes, "low mark");
    require(highWaterBytes <= hardLimitBytes, "high mark");
    require(inboundLimitBytes > 0, "inbound limit");
    require(totalLimitBytes > 0, "total limit");
    require(connectTimeoutMs > 0, "connect time-out");
    require(linkDelayUs >= 0, "link's delay");
    require(strangers > 0, "number of strangers");
    require(frameTimeoutMs > 0, "message's time-out");
    require(firstMessageTimeoutMs > 0, "first message's time-out");
    return this;
  }

  private static void require(boolean fits, String name) {
    if (!fits) {
      throw new IllegalArgumentException("the " + name + " is out of range");
    }
  }
}
