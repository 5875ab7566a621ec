package org.thetisdb.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.thetisdb.core.config.NetworkSettings;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.ThetisSettings;

/**
 * Gives the tests of a JVM one embedded cluster: started when the first asks for it, stopped when
 * all tests are over. So each test must leave a cluster that serves.
 */
public final class SharedCluster implements ParameterResolver {
  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
    return parameter.getParameter().getType() == EmbeddedCluster.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
    return test.getStore(StoreScope.LAUNCHER_SESSION, Namespace.GLOBAL)
        .computeIfAbsent(SharedCluster.class, key -> new Running(), Running.class)
        .cluster;
  }

  /** The cluster and its directory; JUnit closes it at the end. */
  private static final class Running implements AutoCloseable {
    private final Path directory;
    private final EmbeddedCluster cluster;

    Running() {
      Settings settings =
          Settings.of(ThetisSettings.ALL).build().with(NetworkSettings.LISTEN_PORT, 0);
      try {
        directory = Files.createTempDirectory("thetis-shared-");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      cluster = EmbeddedCluster.start(settings, directory, (what, seconds) -> {});
    }

    @Override
    public void close() throws IOException {
      cluster.close();
      try (Stream<Path> files = Files.walk(directory)) {
        files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
      }
    }
  }
}
