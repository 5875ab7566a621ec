package org.thetisdb.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A directory that goes away when it is closed. */
final class TemporaryDirectory implements AutoCloseable {
  private final Path path;

  TemporaryDirectory() {
    try {
      path = Files.createTempDirectory("thetis-embedded-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path path() {
    return path;
  }

  /** Removes all of it; what cannot be removed is left to the system. */
  @Override
  public void close() {
    try (Stream<Path> files = Files.walk(path)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException | UncheckedIOException e) {
      path.toFile().deleteOnExit();
    }
  }
}
