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

  /** Where it is taken down who did what. */
  public static final Setting<String> AUDIT_FILE =
      Setting.ofText(
          "audit.file",
          "audit.log",
          "Where a router takes down logins, refusals, definitions and changes of a cluster with"
              + " users, within data.dir; nowhere if it is empty");

  /** These, in the order in which people should see them. */
  static final List<Setting<?>> ALL =
      List.of(SECURITY_LOGIN, SECURITY_USER_CONNECTIONS, AUDIT_FILE);

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
