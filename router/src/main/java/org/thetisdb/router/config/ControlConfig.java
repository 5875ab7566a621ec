package org.thetisdb.router.config;

import org.thetisdb.core.config.SchemeSettings.FragmentControl;

/**
 * What fragments do over undecided rows, and how that is chosen if it is. Immutable.
 *
 * @param set what is in force; {@code AUTO} if the router chooses
 * @param lookUs so often it looks at what it has measured, while calls come
 * @param stayUs after a change it stays as it is for so long
 * @param leastCalls fewer calls between two looks say nothing
 */
public record ControlConfig(FragmentControl set, long lookUs, long stayUs, int leastCalls) {
  private static final long LOOK_US = 500_000;
  private static final long STAY_US = 10_000_000;
  private static final int LEAST_CALLS = 200;

  /** As a cluster has it. */
  public static ControlConfig of(FragmentControl set) {
    return new ControlConfig(set, LOOK_US, STAY_US, LEAST_CALLS);
  }
}
