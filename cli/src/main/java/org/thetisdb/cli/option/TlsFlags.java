package org.thetisdb.cli.option;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.thetisdb.client.ClientTls;
import org.thetisdb.client.SslMode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** How a command's connections use TLS, as the options of JDBC URLs have it. */
public final class TlsFlags {
  @Spec(Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--sslmode",
      paramLabel = "MODE",
      defaultValue = "${env:THETIS_SSLMODE:-disable}",
      description = "TLS: disable, require, verify-ca or verify-full; also from THETIS_SSLMODE.")
  private String mode;

  @Option(
      names = "--sslrootcert",
      paramLabel = "FILE",
      defaultValue = "${env:THETIS_SSLROOTCERT:-}",
      description = "The authority that is trusted; also from THETIS_SSLROOTCERT.")
  private String rootCertificate;

  @Option(
      names = "--sslcert",
      paramLabel = "FILE",
      defaultValue = "${env:THETIS_SSLCERT:-}",
      description = "The user's certificate; also from THETIS_SSLCERT.")
  private String certificate;

  @Option(
      names = "--sslkey",
      paramLabel = "FILE",
      defaultValue = "${env:THETIS_SSLKEY:-}",
      description = "Its private key; also from THETIS_SSLKEY.")
  private String key;

  /** For the native client. */
  public ClientTls tls() {
    try {
      return new ClientTls(SslMode.of(mode), rootCertificate, certificate, key);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), e.getMessage());
    }
  }

  /** The same as options of a URL of JDBC, behind the question mark; empty without TLS. */
  public String query() {
    ClientTls tls = tls();
    if (tls.mode() == SslMode.DISABLE) {
      return "";
    }
    return "sslmode="
        + tls.mode().word()
        + option("sslrootcert", rootCertificate)
        + option("sslcert", certificate)
        + option("sslkey", key);
  }

  private static String option(String name, String value) {
    return value.isEmpty()
        ? ""
        : "&" + name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8);
  }
}
