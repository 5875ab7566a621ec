package org.thetisdb.cli.option;

import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.thetisdb.client.ClientOptions;
import org.thetisdb.core.config.SecretProperties;
import org.thetisdb.core.config.Setting;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.error.ThetisException;
import picocli.CommandLine.Option;

/** As whom a command logs in: a file, since passwords are seen on command lines. */
public final class LoginFlags {
  private static final Setting<String> LOGIN =
      Setting.ofText("--login", "", "File with the lines user=NAME and password=PASSWORD");
  private static final String USER = "user";
  private static final String PASSWORD = "password";

  @Option(
      names = "--login",
      paramLabel = "FILE",
      defaultValue = "${env:THETIS_LOGIN:-}",
      description =
          "Logs in as a user: a file with the lines user=NAME and password=PASSWORD that others"
              + " cannot read; also from THETIS_LOGIN.")
  private String file;

  /** The same options, with the user. */
  public ClientOptions with(ClientOptions options) {
    Map<String, String> login = login();
    return login.isEmpty()
        ? options
        : options.withUser(login.getOrDefault(USER, ""), login.getOrDefault(PASSWORD, ""));
  }

  /** For JDBC; empty without a user. */
  public Properties properties() {
    Properties properties = new Properties();
    properties.putAll(login());
    return properties;
  }

  /**
   * What the file says.
   *
   * @throws ThetisException BAD_SETTING if it cannot be read, others can read it, or it says
   *     something else
   */
  private Map<String, String> login() {
    Settings settings = Settings.of(List.of(LOGIN)).build().with(LOGIN, file);
    return SecretProperties.of(settings, LOGIN, name -> name.equals(USER) || name.equals(PASSWORD))
        .values();
  }
}
