package org.thetisdb.cli.cert;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code thetis cert}: keys and certificates. */
@Command(
    name = "cert",
    description = {
      "Makes keys and certificates for TLS, as PEM files that only you can read.",
      "Keep the authority's key (ca.key) off the machines of the cluster."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    subcommands = {CertCaCommand.class, CertNodeCommand.class, CertUserCommand.class},
    footer = {
      "",
      "Examples:",
      "  ./thetis cert ca",
      "  ./thetis cert node db1.example.org 10.0.0.1",
      "  ./thetis cert user ada"
    })
public final class CertCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Which certificate? ca, node or user.");
  }
}
