package org.thetisdb.core.net.tls;

/** What the end that connects wants to know of the end that it reaches. */
public enum Verification {
  /** Nothing: the connection is encrypted, with whomever. */
  NONE,
  /** Its certificate is of a trusted authority. */
  AUTHORITY,
  /** The same, and it is for the host that was asked for. */
  HOST,
  /** Its certificate is of the trusted authority, and a node's. */
  NODE
}
