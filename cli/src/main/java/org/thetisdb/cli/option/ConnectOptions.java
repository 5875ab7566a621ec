package org.thetisdb.cli.option;

import java.time.Duration;
import java.util.function.Consumer;
import org.thetisdb.client.CallException;
import org.thetisdb.client.ClientOptions;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Options of commands that talk to a running cluster. */
public final class ConnectOptions {
  @Spec(Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--url",
      paramLabel = "HOST:PORT",
      defaultValue = "127.0.0.1:7433",
      description = "Routers of the cluster, several by commas (${DEFAULT-VALUE}).")
  private String url;

  @Option(
      names = "--timeout",
      paramLabel = "S",
      defaultValue = "10",
      description = "Seconds to wait for an answer (${DEFAULT-VALUE}).")
  private int timeoutS;

  @Option(
      names = "--token",
      paramLabel = "TOKEN",
      defaultValue = "${env:THETIS_UPLOAD_TOKEN:-}",
      description = "Shows the right to upload; also from THETIS_UPLOAD_TOKEN.")
  private String token;

  @Mixin private TlsFlags tls;

  @Mixin private LoginFlags login;

  @Option(names = "--debug", description = "Shows stack traces and talkative logs.")
  void setDebug(boolean debug) {
    if (debug) {
      System.setProperty(CommonOptions.DEBUG_PROPERTY, "true");
      System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "info");
    }
  }

  /**
   * Connects, does the work, and closes.
   *
   * @throws ThetisException if there is no connection, or a call of the work does not commit
   */
  public void with(Consumer<ThetisClient> work) {
    try (ThetisClient client = connect()) {
      work.accept(client);
    } catch (CallException e) {
      throw ThetisException.withMessage(e.code(), e.getMessage()).causedBy(e);
    }
  }

  private ThetisClient connect() {
    if (timeoutS < 1) {
      throw new ParameterException(command.commandLine(), "--timeout begins at 1 second.");
    }
    Duration timeout = Duration.ofSeconds(timeoutS);
    ClientOptions options =
        login.with(
            ClientOptions.defaults()
                .withToken(token)
                .withTls(tls.tls())
                .withCallTimeout(timeout)
                .withConnectTimeout(timeout));
    try {
      return ThetisClient.connect(url, options);
    } catch (ThetisException e) {
      if (e.code() == ErrorCode.BAD_ADDRESS) {
        throw new ParameterException(command.commandLine(), e.describe());
      }
      throw e;
    }
  }
}
