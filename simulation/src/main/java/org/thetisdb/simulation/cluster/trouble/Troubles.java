package org.thetisdb.simulation.cluster.trouble;

/** What happens to a simulated cluster while clients work, if it is not left to the seed. */
public enum Troubles {
  /** Nothing. */
  CALM,
  /** Sites join and leave. */
  ELASTIC,
  /** Parts of it break. */
  FAULTS
}
