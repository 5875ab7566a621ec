package org.thetisdb.cli.cert;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code thetis cert user}: a user. */
@Command(
    name = "user",
    description = "Makes a certificate that a user shows in place of a password.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class CertUserCommand implements Callable<Integer> {
  @Mixin private CertFiles files;

  @Parameters(
      paramLabel = "NAME",
      description = "The user. The files are called user-NAME.crt and user-NAME.key.")
  private String name;

  @Option(
      names = "--days",
      paramLabel = "N",
      defaultValue = "365",
      description = "How long it is good (${DEFAULT-VALUE}), and no longer than the authority.")
  private int days;

  @Override
  public Integer call() throws IOException {
    files.write("user-" + FileName.of(name), files.issue(() -> files.maker(days).user(name)));
    return 0;
  }
}
