package org.thetisdb.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A directory that goes away when it is closed. */
public final class TemporaryDirectory implements AutoCloseable {
  private final Path path;

  /** Makes it with a name that says whose it is. */
  public TemporaryDirectory() {
    this("thetis-");
  }

  /**
   * Makes it where the system keeps such directories.
   *
   * @param prefix what its name begins with
   * @throws UncheckedIOException if it cannot be made
   */
  public TemporaryDirectory(String prefix) {
    try {
      path = Files.createTempDirectory(prefix);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where it is. */
  public Path path() {
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
