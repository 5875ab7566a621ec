package org.thetisdb.lab.experiment.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes what an experiment found: a page, a plot, and JSON. */
public final class ResultFiles {
  private static final String PLOT = "plot.svg";

  private final Path directory;

  /** Files in a directory; it is made when something is written. */
  public ResultFiles(Path directory) {
    this.directory = directory;
  }

  /**
   * Writes all three; older ones are replaced.
   *
   * @throws UncheckedIOException if it cannot be done
   */
  public void write(ExperimentFindings findings) {
    try {
      Files.createDirectories(directory);
      Files.writeString(directory.resolve("README.md"), MarkdownReport.of(findings, PLOT));
      Files.writeString(directory.resolve(PLOT), SvgPlot.of(findings));
      Files.writeString(
          directory.resolve("result.json"), ExperimentJson.of(findings).toPrettyString() + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
