package org.thetisdb.router.login;

/** Bounds on clients that have not logged in yet. Stateless. */
public final class LoginLimits {
  /** How long a client may take to log in, with the time that it waits for the catalog. */
  public static final long LOGIN_US = 10_000_000;

  /** Longest text of a client before it is let in. */
  public static final int MAX_CHARS = 4_096;

  private LoginLimits() {}
}
