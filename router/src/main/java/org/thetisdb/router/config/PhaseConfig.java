package org.thetisdb.router.config;

/**
 * How phases go.
 *
 * @param iterationUs how long two phases last together
 * @param restUs a table that nobody has written for so long may be read at all sites
 */
public record PhaseConfig(int iterationUs, int restUs) {
  /** What tables have, if nobody says something else. */
  public static final int USUAL_REST_US = 3_000_000;
}
