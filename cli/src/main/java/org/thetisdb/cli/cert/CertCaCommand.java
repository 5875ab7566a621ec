package org.thetisdb.cli.cert;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code thetis cert ca}: an authority. */
@Command(
    name = "ca",
    description = "Makes the authority of a cluster: ca.crt for all, ca.key for you alone.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class CertCaCommand implements Callable<Integer> {
  @Mixin private CertFiles files;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      defaultValue = "Thetis authority",
      description = "Its name in certificates (${DEFAULT-VALUE}).")
  private String name;

  @Option(
      names = "--days",
      paramLabel = "N",
      defaultValue = "3650",
      description = "How long it is good (${DEFAULT-VALUE}).")
  private int days;

  @Override
  public Integer call() throws IOException {
    files.writeAuthority(name, days);
    return 0;
  }
}
