package org.thetisdb.cli.admin;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.thetisdb.benchmarks.text.Format;
import org.thetisdb.cli.option.ConnectOptions;
import org.thetisdb.client.Session;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.client.engine.EngineMetadata;
import org.thetisdb.client.engine.FragmentClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code thetis admin engine}: makes partitions of a storage engine. */
@Command(
    name = "engine",
    description =
        "Makes partitions of a storage engine that is in an uploaded jar, sets what its clients"
            + " agree on, or shows both.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  ./thetis admin upload store target/key-value-1.0.jar",
      "  ./thetis admin engine KeyValue --partitions 12",
      "  ./thetis admin engine KeyValue --metadata borders.txt",
      "  ./thetis admin engine KeyValue"
    })
final class EngineCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "ENGINE",
      description = "The simple name of the class that implements it.")
  private String engine;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      description = "How many there are to be; never fewer than there are.")
  private Long partitions;

  @Option(
      names = "--metadata",
      paramLabel = "FILE",
      description = "What clients agree on, up to 1 MiB.")
  private Path metadata;

  @Mixin private ConnectOptions connection;

  @Override
  public Integer call() throws IOException {
    byte[] content = metadata == null ? null : read();
    connection.with(client -> change(client, content));
    return 0;
  }

  private byte[] read() throws IOException {
    if (!Files.isRegularFile(metadata)) {
      throw new ParameterException(spec.commandLine(), "There is no file " + metadata + ".");
    }
    return Files.readAllBytes(metadata);
  }

  private void change(ThetisClient client, byte[] content) {
    try (Session session = client.session()) {
      FragmentClient known = new FragmentClient(session, engine);
      if (partitions != null || content != null) {
        EngineMetadata before = known.present().orElse(new EngineMetadata(0, 1, new byte[0]));
        known.change(
            partitions == null ? before.partitions() : partitions,
            content == null ? before.content() : content);
      }
      show(known.metadata());
    }
  }

  private void show(EngineMetadata now) {
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        "Engine %s has %d partitions; its metadata has version %d and %s.%n",
        engine, now.partitions(), now.version(), Format.bytes(now.content().length));
    out.flush();
  }
}
