package org.thetisdb.lab.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.thetisdb.lab.compare.OracleTrial.Changed;

/** Keeps what is found, one of each form. Safe for all threads. */
final class Found {
  private final CompareReport report;
  private final Path directory;
  private final Consumer<Finding> listener;

  /**
   * Nothing yet.
   *
   * @param directory for scripts; null for none
   */
  Found(CompareReport report, Path directory, Consumer<Finding> listener) {
    this.report = report;
    this.directory = directory;
    this.listener = listener;
  }

  CompareReport report() {
    return report;
  }

  synchronized void keep(long seed, Reducer.Least least) throws IOException {
    List<String> sql =
        least.trial() instanceof Changed changed
            ? List.of(changed.tree().text(), changed.look())
            : List.of(least.difference().sql());
    Finding finding = new Finding(seed, least.tables(), sql, least.difference());
    if (report.add(finding)) {
      listener.accept(finding);
      if (directory != null) {
        String name = "found-%d-%d.sql".formatted(seed, report.findings().size());
        Files.createDirectories(directory);
        Files.write(directory.resolve(name), finding.script());
      }
    }
  }
}
