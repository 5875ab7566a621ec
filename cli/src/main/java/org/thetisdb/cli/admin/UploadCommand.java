package org.thetisdb.cli.admin;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.thetisdb.benchmarks.text.Format;
import org.thetisdb.cli.option.ConnectOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code thetis admin upload}: brings a jar of procedures to all sites. */
@Command(
    name = "upload",
    description = "Uploads a jar of procedures; one of the same name is replaced.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {"", "Example:", "  ./thetis admin upload shop target/shop-procedures.jar"})
final class UploadCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "NAME", description = "The name of the jar in the cluster.")
  private String name;

  @Parameters(index = "1", paramLabel = "FILE", description = "The jar.")
  private Path file;

  @Mixin private ConnectOptions connection;

  @Override
  public Integer call() throws IOException {
    byte[] jar = read();
    connection.with(client -> client.uploadJar(name, jar));
    PrintWriter out = spec.commandLine().getOut();
    out.printf("Uploaded \"%s\", %s. See `thetis status`.%n", name, Format.bytes(jar.length));
    out.flush();
    return 0;
  }

  private byte[] read() throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new ParameterException(spec.commandLine(), "There is no file " + file + ".");
    }
    return Files.readAllBytes(file);
  }
}
