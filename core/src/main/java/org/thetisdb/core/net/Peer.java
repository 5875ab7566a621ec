package org.thetisdb.core.net;

/**
 * What is known of the other end of a connection, by the way it came. It says nothing of what that
 * end claims in its messages.
 *
 * <p>Immutable and thread-safe.
 */
public final class Peer {
  /** The other end is a part of this process. */
  public static final Peer IN_PROCESS = new Peer(Way.IN_PROCESS, CertificateSubject.NONE, null);

  /** The other end is a process of the same user of the operating system, on this machine. */
  public static final Peer SAME_USER = new Peer(Way.SAME_USER, CertificateSubject.NONE, null);

  /** The other end may be anybody, and anybody may read and change what is sent. */
  public static final Peer TCP = new Peer(Way.TCP, CertificateSubject.NONE, null);

  /** How a connection came. */
  public enum Way {
    /** Within the process. */
    IN_PROCESS,
    /** Over the local socket of the same user of the operating system. */
    SAME_USER,
    /** Over TCP, in the clear, be it from this machine. */
    TCP,
    /** Over TCP with TLS. */
    TLS
  }

  private final Way way;
  private final CertificateSubject subject;
  private final byte[] serverEndPoint;

  private Peer(Way way, CertificateSubject subject, byte[] serverEndPoint) {
    this.way = way;
    this.subject = subject;
    this.serverEndPoint = serverEndPoint;
  }

  /**
   * A peer over TLS.
   *
   * @param subject whose certificate it has shown
   * @param serverEndPoint the hash of the certificate of the end that has accepted, RFC 5929's
   *     tls-server-end-point
   */
  public static Peer overTls(CertificateSubject subject, byte[] serverEndPoint) {
    return new Peer(Way.TLS, subject, serverEndPoint.clone());
  }

  /** How the connection came. */
  public Way way() {
    return way;
  }

  /** Whose certificate the other end has shown; none but over TLS. */
  public CertificateSubject subject() {
    return subject;
  }

  /**
   * Whether the other end is this process, or another one of the same user of the operating system:
   * it could read all files and memory of this process anyway, and so needs no login.
   */
  public boolean isSameUser() {
    return way == Way.IN_PROCESS || way == Way.SAME_USER;
  }

  /** Whether the other end has shown the certificate of a node. */
  public boolean isNode() {
    return subject.kind() == CertificateSubject.Kind.NODE;
  }

  /**
   * What a login over this connection can be bound to, so that nobody in between can pass it on:
   * the same bytes at both ends.
   *
   * @return a copy; null but over TLS
   */
  public byte[] serverEndPoint() {
    return serverEndPoint == null ? null : serverEndPoint.clone();
  }

  /** For logs: the way, and the certificate's subject. */
  @Override
  public String toString() {
    String how =
        switch (way) {
          case IN_PROCESS -> "in this process";
          case SAME_USER -> "by the local socket";
          case TCP -> "over TCP without TLS";
          case TLS -> "over TLS";
        };
    return switch (subject.kind()) {
      case NONE -> how;
      case NODE -> how + " as node " + subject.name();
      case USER -> how + " as user " + subject.name();
    };
  }
}
