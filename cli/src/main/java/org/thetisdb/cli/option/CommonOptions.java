package org.thetisdb.cli.option;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.SettingsBuilder;
import org.thetisdb.core.config.ThetisSettings;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Options that every command that runs a part of a cluster takes. */
public final class CommonOptions {
  /** Set if stack traces are to be shown. */
  public static final String DEBUG_PROPERTY = "thetis.debug";

  @Spec(Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Settings from a file of lines name=value.")
  private Path file;

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description = "One setting; may be given several times. `thetis settings` lists them.")
  private Map<String, String> given = new LinkedHashMap<>();

  @Option(names = "--debug", description = "Shows stack traces and talkative logs.")
  void setDebug(boolean debug) {
    if (debug) {
      System.setProperty(DEBUG_PROPERTY, "true");
      System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "info");
    }
  }

  /**
   * All settings: from the file, the environment, {@code --set}, and the flags of the command,
   * which count most.
   */
  public Settings settings(Map<String, String> flags) {
    SettingsBuilder builder = ThetisSettings.builder();
    try {
      if (file != null) {
        builder.file(file);
      }
      return builder.environment(System.getenv()).flags(given).flags(flags).build();
    } catch (ThetisException e) {
      if (e.code() == ErrorCode.BAD_SETTING) {
        throw new ParameterException(command.commandLine(), e.describe());
      }
      throw e;
    }
  }
}
