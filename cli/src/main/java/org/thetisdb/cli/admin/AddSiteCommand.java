package org.thetisdb.cli.admin;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.thetisdb.benchmarks.driver.result.StatusView;
import org.thetisdb.cli.option.ConnectOptions;
import org.thetisdb.core.placement.SiteStanding;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code thetis admin add-site}: admits one more site to a running cluster. */
@Command(
    name = "add-site",
    description = {
      "Admits one more site to a running cluster and prints its number.",
      "A cluster of one process starts the site by itself. In a cluster of processes, start it with"
          + " `thetis site --id N`: it copies what the others have while they go on, and gets its"
          + " share of the load."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {"", "Example:", "  ./thetis admin add-site"})
final class AddSiteCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ConnectOptions connection;

  @Override
  public Integer call() {
    connection.with(
        client -> {
          int site =
              1
                  + StatusView.parse(client.status()).sites().stream()
                      .mapToInt(StatusView.Site::site)
                      .max()
                      .orElse(0);
          client.changeSite(site, SiteStanding.JOINING);
          PrintWriter out = spec.commandLine().getOut();
          out.printf("Site %d is admitted. Logs are kept for it from now on.%n", site);
          out.printf("In a cluster of processes, start it: ./thetis site --id %d ...%n", site);
          out.println("See how far it is with `thetis status`.");
          out.flush();
        });
    return 0;
  }
}
