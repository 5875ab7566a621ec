package org.thetisdb.cli.cert;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code thetis cert node}: a site or a router. */
@Command(
    name = "node",
    description = "Makes a certificate for the sites and routers of a machine.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class CertNodeCommand implements Callable<Integer> {
  @Mixin private CertFiles files;

  @Parameters(
      paramLabel = "HOST",
      arity = "1..*",
      description = {
        "Names and IP addresses by which clients reach the machine.",
        "The files are called after the first one: node-HOST.crt, node-HOST.key."
      })
  private List<String> hosts;

  @Option(
      names = "--days",
      paramLabel = "N",
      defaultValue = "365",
      description = "How long it is good (${DEFAULT-VALUE}), and no longer than the authority.")
  private int days;

  @Override
  public Integer call() throws IOException {
    files.write(
        "node-" + FileName.of(hosts.get(0)), files.issue(() -> files.maker(days).node(hosts)));
    return 0;
  }
}
