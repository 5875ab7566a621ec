package org.thetisdb.launcher;

import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code thetis settings}: every setting, its value, and where the value comes from. */
@Command(
    name = "settings",
    description = "Lists every setting with its value and where that comes from.",
    mixinStandardHelpOptions = true)
final class SettingsCommand implements Callable<Integer> {
  @Mixin private CommonOptions common;

  @Override
  public Integer call() {
    System.out.print(common.settings(Map.of()).describeAll());
    return 0;
  }
}
