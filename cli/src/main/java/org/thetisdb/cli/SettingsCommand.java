package org.thetisdb.cli;

import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import org.thetisdb.cli.option.CommonOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code thetis settings}: every setting, its value and where that came from. */
@Command(
    name = "settings",
    description = "Lists every setting with its value and where that came from.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  ./thetis settings",
      "  ./thetis settings --config thetis.conf --set store.memory_mib=4096",
      "  THETIS_STORE_MEMORY_MIB=4096 ./thetis settings"
    })
final class SettingsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private CommonOptions common;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    out.print(common.settings(Map.of()).describeAll());
    out.flush();
    return 0;
  }
}
