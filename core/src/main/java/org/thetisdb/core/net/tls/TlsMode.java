package org.thetisdb.core.net.tls;

/** Whether connections over TCP have TLS. Local sockets of the same user never do. */
public enum TlsMode {
  /** None has. */
  OFF,
  /**
   * Both kinds are accepted. What connects tries TLS first and goes on without it where the other
   * end has none: so the processes of a cluster change one after the other.
   */
  ALLOW,
  /** All have. */
  REQUIRE
}
