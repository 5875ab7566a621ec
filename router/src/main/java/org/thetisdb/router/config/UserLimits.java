package org.thetisdb.router.config;

import org.thetisdb.core.config.LoginSettings;
import org.thetisdb.core.config.Settings;

/**
 * Bounds on what users have, where clients log in.
 *
 * @param connections most of one user
 * @param addressConnections most from one address
 * @param requests most under way of one user
 * @param requestBytes most bytes of these
 * @param tries logins of one user from one address that may fail within a minute
 */
public record UserLimits(
    int connections, int addressConnections, int requests, long requestBytes, int tries) {
  /** How many times as many logins of all users from one address may fail. */
  public static final int USERS_OF_ADDRESS = 10;

  /** Good for most. */
  public static final UserLimits DEFAULT = new UserLimits(2_000, 4_000, 10_000, 256L << 20, 20);

  /** What the settings say. */
  static UserLimits from(Settings settings) {
    return new UserLimits(
        settings.get(LoginSettings.SECURITY_USER_CONNECTIONS),
        settings.get(LoginSettings.SECURITY_ADDRESS_CONNECTIONS),
        settings.get(LoginSettings.SECURITY_USER_REQUESTS),
        settings.get(LoginSettings.SECURITY_USER_REQUEST_BYTES),
        settings.get(LoginSettings.SECURITY_LOGIN_TRIES));
  }
}
