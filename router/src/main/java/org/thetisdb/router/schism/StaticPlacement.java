package org.thetisdb.router.schism;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.config.BasicSettings;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.placement.PlacedRanges;
import org.thetisdb.core.placement.PlacedRanges.PlacedRange;
import org.thetisdb.replication.membership.ClusterSettings;

/**
 * Which site masters what at first in a cluster with so many sites. As a file it is text: the lines
 * {@code thetis-placement 1}, {@code keys N} and {@code sites N}, and one for each range, {@code
 * 16/1..99 2}: the cells 1 to 99 of table 16 are mastered by site 2. Nothing that is read is
 * trusted.
 *
 * @param partitionKeys keys in a cell of the grid; at least 1
 * @param sites sites of the cluster
 * @param ranges in order; cells in none of them are dealt out in turn, as a hash does
 */
public record StaticPlacement(int partitionKeys, int sites, PlacedRanges ranges) {
  private static final String TITLE = "thetis-placement 1";
  private static final long MOST_BYTES = 4L << 20;

  /** Checks that it fits together. */
  public StaticPlacement {
    if (partitionKeys < 1 || sites < 1 || ranges.highestSite() > sites) {
      throw new IllegalArgumentException(
          "there are %d sites and cells of %d keys, and a range for site %d"
              .formatted(sites, partitionKeys, ranges.highestSite()));
    }
  }

  /**
   * The settings of a cluster that is placed so.
   *
   * @throws ThetisException BAD_SETTING if that cluster has another number of sites
   */
  public ClusterSettings in(ClusterSettings wanted) {
    if (wanted.sites() != sites) {
      throw new ThetisException(
          ErrorCode.BAD_SETTING,
          BasicSettings.CLUSTER_SITES.name(),
          wanted.sites(),
          "the placement in " + BasicSettings.PARTITION_PLACEMENT_FILE.name() + " is for " + sites);
    }
    return new ClusterSettings(wanted.name(), sites, partitionKeys, wanted.firstMaster())
        .withPlaced(ranges)
        .withScheme(wanted.scheme());
  }

  /** Writes it; a file that is there is replaced. */
  public void write(Path file) throws IOException {
    List<String> lines = new ArrayList<>(List.of(TITLE, "keys " + partitionKeys, "sites " + sites));
    ranges.ranges().forEach(range -> lines.add(range.toString()));
    Files.write(file, lines);
  }

  /**
   * Reads one.
   *
   * @throws IOException if it cannot be read, or is no placement; then it names the line
   */
  public static StaticPlacement read(Path file) throws IOException {
    if (Files.size(file) > MOST_BYTES) {
      throw new IOException("it has more than " + MOST_BYTES + " bytes");
    }
    int number = 1;
    try (BufferedReader in = Files.newBufferedReader(file)) {
      if (!TITLE.equals(in.readLine())) {
        throw new IllegalArgumentException("it is not \"" + TITLE + "\"");
      }
      number++;
      int keys = numberIn(in.readLine(), "keys ");
      number++;
      int sites = numberIn(in.readLine(), "sites ");
      List<PlacedRange> ranges = new ArrayList<>();
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        number++;
        ranges.add(PlacedRange.parse(line));
      }
      return new StaticPlacement(keys, sites, PlacedRanges.of(ranges));
    } catch (IllegalArgumentException e) {
      throw new IOException("line " + number + ": " + e.getMessage(), e);
    }
  }

  private static int numberIn(String line, String word) {
    if (line == null || !line.startsWith(word)) {
      throw new IllegalArgumentException("it does not begin with \"" + word + "\"");
    }
    return Integer.parseInt(line.substring(word.length()));
  }
}
