package org.thetisdb.router.config;

import org.thetisdb.core.config.LoginSettings;
import org.thetisdb.core.config.LoginSettings.LoginPolicy;
import org.thetisdb.core.config.NetworkSettings;
import org.thetisdb.core.config.Settings;

/**
 * Who has to log in.
 *
 * @param beyondLoopback whether other machines can connect
 * @param limits bounds on what users have
 */
public record LoginConfig(LoginPolicy policy, boolean beyondLoopback, UserLimits limits) {
  /** Nobody has to log in. */
  public static final LoginConfig OFF = new LoginConfig(LoginPolicy.OFF, false, UserLimits.DEFAULT);

  /** What the settings say. */
  public static LoginConfig from(Settings settings) {
    return new LoginConfig(
        settings.get(LoginSettings.SECURITY_LOGIN),
        !UploadRights.isLoopback(settings.get(NetworkSettings.LISTEN_HOST)),
        UserLimits.from(settings));
  }

  /** Whether nobody ever logs in, whatever users there are. */
  public boolean isOff() {
    return policy == LoginPolicy.OFF;
  }

  /** Whether who comes over a network has to log in. */
  public boolean isNeeded(boolean hasPasswords) {
    return switch (policy) {
      case OFF -> false;
      case ON -> true;
      case AUTO -> hasPasswords || beyondLoopback;
    };
  }
}
