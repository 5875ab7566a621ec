package org.thetisdb.core.config;

import java.util.List;

/** Connections, between the parts of a cluster and with clients. */
public final class NetworkSettings {
  private static final int MIB = 1 << 20;

  /** The interface to listen on. */
  public static final Setting<String> LISTEN_HOST =
      Setting.ofText(
          "listen.host", "127.0.0.1", "Address to listen on; 0.0.0.0 is every interface");

  /** The router's port for clients. */
  public static final Setting<Integer> LISTEN_PORT =
      Setting.ofInt("listen.port", 7433, 0, 65_535, "Port for clients; 0 takes any free port");

  /** Event loops. */
  public static final Setting<Integer> NET_THREADS =
      Setting.ofInt("net.threads", 1, 1, 256, "Threads that read and write connections");

  /** How neighbours talk. */
  public static final Setting<InProcess> NET_IN_PROCESS =
      Setting.ofChoice(
          "net.in_process",
          InProcess.DIRECT,
          "How the sites, the router and the log of a cluster in one process reach each other");

  /** Whether processes of one machine avoid TCP. */
  public static final Setting<LocalSockets> NET_LOCAL_SOCKETS =
      Setting.ofChoice(
          "net.local_sockets",
          LocalSockets.ON,
          "On, what listens on 127.0.0.1 or on every interface is reached by processes of the"
              + " same user and machine over a Unix domain socket, too");

  /** Whether sites send each other what they log. */
  public static final Setting<LogStreams> NET_LOG_STREAMS =
      Setting.ofChoice(
          "net.log_streams",
          LogStreams.ON,
          "Whether a site gets what the others log from these, or reads it from Kafka; in one process"
              + " and with lanes it always reads");

  /** How much slower messages are, to try what a slow network does. */
  public static final Setting<Integer> NET_LINK_DELAY_US =
      Setting.ofInt(
          "net.link_delay_us",
          0,
          0,
          100_000,
          "Delay of each message to and from what connects here, in microseconds, to try a"
              + " slow network, also between parts of one process");

  /** Longest message. */
  public static final Setting<Integer> FRAME_LIMIT_BYTES =
      Setting.ofInt(
          "frame.limit_bytes",
          16 * MIB,
          64 << 10,
          512 * MIB,
          "Longest message in bytes; a longer one ends its connection");

  /** Time for connecting. */
  public static final Setting<Integer> CONNECT_TIMEOUT_MS =
      Setting.ofInt(
          "net.connect_timeout_ms", 3_000, 10, 600_000, "How long opening a connection may take");

  /** Bytes waiting to be sent to one peer before it counts as congested. */
  public static final Setting<Integer> SEND_HIGH_WATER_BYTES =
      Setting.ofInt(
          "net.send_high_water_bytes",
          MIB,
          64 << 10,
          512 * MIB,
          "Bytes waiting for one peer from which on nothing more is produced for it");

  /** Bytes waiting to be sent to one peer before it is disconnected. */
  public static final Setting<Integer> SEND_LIMIT_BYTES =
      Setting.ofInt(
          "net.send_limit_bytes",
          64 * MIB,
          MIB,
          1_024 * MIB,
          "Bytes waiting for one peer at which it is disconnected; at least frame.limit_bytes");

  /** These, in the order in which people should see them. */
  static final List<Setting<?>> ALL =
      List.of(
          LISTEN_HOST,
          LISTEN_PORT,
          NET_THREADS,
          NET_IN_PROCESS,
          NET_LOCAL_SOCKETS,
          NET_LOG_STREAMS,
          NET_LINK_DELAY_US,
          FRAME_LIMIT_BYTES,
          CONNECT_TIMEOUT_MS,
          SEND_HIGH_WATER_BYTES,
          SEND_LIMIT_BYTES);

  private NetworkSettings() {}

  /** Ways from a log to the sites that follow it. */
  public enum LogStreams {
    /** From the site that writes it; Kafka is read where that is of no use. */
    ON,
    /** From Kafka alone. */
    OFF
  }

  /** Ways from one part of a process to another. */
  public enum InProcess {
    /** What one part sends is handed to the other. */
    DIRECT,
    /** As between processes. */
    SOCKETS
  }

  /** Whether there are sockets within the machine. */
  public enum LocalSockets {
    /** There are. */
    ON,
    /** All connections are TCP's. */
    OFF
  }
}
