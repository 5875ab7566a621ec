package org.thetisdb.core.net;

/**
 * Whom the certificate that the other end of a connection has shown is for. It was checked against
 * the trusted authority, and the other end has its key.
 *
 * @param name the host of a node, or the name of a user; empty if there is no certificate
 */
public record CertificateSubject(Kind kind, String name) {
  /** No certificate, or one that is neither a node's nor a user's. */
  public static final CertificateSubject NONE = new CertificateSubject(Kind.NONE, "");

  /** What a certificate is for. */
  public enum Kind {
    /** Nobody: the other end has shown no certificate of use. */
    NONE,
    /** A site or a router of this cluster. */
    NODE,
    /** A user, who needs no password then. */
    USER
  }
}
