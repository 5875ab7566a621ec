package org.thetisdb.launcher.experiment;

import java.util.Map;

/**
 * One of those that are compared.
 *
 * @param label for tables and plots; unique in an experiment
 * @param scheme a scheme's name
 * @param settings further settings of its cluster, by name
 */
public record Line(String label, String scheme, Map<String, String> settings) {
  /** DynaMast as this database has it. */
  public static final String DYNAMAST = "dynamast";

  /** DynaMast that decides by Equation 8 of its paper alone. */
  public static final String AS_PUBLISHED = "dynamast (Eq. 8)";

  /** Copies the settings. */
  public Line {
    settings = Map.copyOf(settings);
  }
}
