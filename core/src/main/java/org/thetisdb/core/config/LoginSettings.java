package org.thetisdb.core.config;

import java.util.List;

/** Who has to log in. */
public final class LoginSettings {
  /** Who has to log in. */
  public static final Setting<LoginPolicy> SECURITY_LOGIN =
      Setting.ofChoice(
          "security.login",
          LoginPolicy.AUTO,
          "Whether clients log in: auto asks for it once a user has a password, or if listen.host"
              + " is no loopback address. Processes of the router's own user on its machine never"
              + " need to");

  /** Most connections of one user. */
  public static final Setting<Integer> SECURITY_USER_CONNECTIONS =
      Setting.ofInt(
          "security.user_connections",
          2_000,
          1,
          1_000_000,
          "Most connections of one user that has logged in, at the router that leads");

  /** Most connections from one address. */
  public static final Setting<Integer> SECURITY_ADDRESS_CONNECTIONS =
      Setting.ofInt(
          "security.address_connections",
          4_000,
          1,
          1_000_000,
          "Most connections from one address, where clients log in, at the router that leads");

  /** Most requests of one user. */
  public static final Setting<Integer> SECURITY_USER_REQUESTS =
      Setting.ofInt(
          "security.user_requests",
          10_000,
          1,
          1_000_000,
          "Most calls and statements under way of one user that has logged in");

  /** Most bytes of one user. */
  public static final Setting<Integer> SECURITY_USER_REQUEST_BYTES =
      Setting.ofInt(
          "security.user_request_bytes",
          256 << 20,
          1 << 20,
          Integer.MAX_VALUE,
          "Most bytes of calls and statements under way of one user that has logged in");

  /** Most tries to log in. */
  public static final Setting<Integer> SECURITY_LOGIN_TRIES =
      Setting.ofInt(
          "security.login_tries",
          20,
          1,
          1_000_000,
          "Logins of one user from one address that may fail before others have to wait a minute;"
              + " ten times as many of all users from one address");

  /** Where it is taken down who did what. */
  public static final Setting<String> AUDIT_FILE =
      Setting.ofText(
          "audit.file",
          "audit.log",
          "Where a router takes down logins, refusals, definitions and changes of a cluster with"
              + " users, within data.dir; nowhere if it is empty");

  /** These, in the order in which people should see them. */
  static final List<Setting<?>> ALL =
      List.of(
          SECURITY_LOGIN,
          SECURITY_LOGIN_TRIES,
          SECURITY_USER_CONNECTIONS,
          SECURITY_ADDRESS_CONNECTIONS,
          SECURITY_USER_REQUESTS,
          SECURITY_USER_REQUEST_BYTES,
          AUDIT_FILE);

  private LoginSettings() {}

  /** Who has to log in. */
  public enum LoginPolicy {
    /** Whoever is not a process of the router's own user, once that makes sense. */
    AUTO,
    /** Whoever is not a process of the router's own user. */
    ON,
    /** Nobody. */
    OFF
  }
}
