package org.thetisdb.lab.experiment;

import java.util.List;

/**
 * Ranges that move while clients call. Immutable.
 *
 * @param before what moves before the run
 * @param moves what moves, all of it as soon as it can
 * @param everywhere tables of which each site gets the rows before the run, where some sites hold a
 *     part
 */
public record Reconfiguration(
    List<RangeMove> before, List<RangeMove> moves, List<String> everywhere) {
  /** Nothing moves. */
  public static final Reconfiguration NONE = of(List.of());

  /** At this second of those that count it begins. */
  public static final int AT_S = 1;

  /** Seconds of such a run that count. */
  public static final int LASTS_S = 4;

  /** Seconds before them. */
  public static final int WARM_UP_S = 1;

  /** Bytes in a second of each machine's link: 1 Gb/s. */
  public static final long LINK_BYTES_PER_S = 125_000_000;

  /**
   * A range and where it goes.
   *
   * @param range as people name it
   * @param to the site that is to master it
   */
  public record RangeMove(String range, int to) {}

  /** Copies the lists. */
  public Reconfiguration {
    before = List.copyOf(before);
    moves = List.copyOf(moves);
    everywhere = List.copyOf(everywhere);
  }

  /** Moves from what there is. */
  public static Reconfiguration of(List<RangeMove> moves) {
    return new Reconfiguration(List.of(), moves, List.of());
  }
}
