package org.thetisdb.core.placement;

/**
 * Which site masters a partition that no record names: a function of the cluster's settings and of
 * the sites that have left.
 */
public interface FirstPlacement {
  /** The present master of a partition that never changed; never 0. */
  int master(long partition);

  /** The present term of a partition that never changed. */
  int term(long partition);

  /** Whether {@code site} masters a partition in {@code term} if it had not changed by then. */
  boolean isOfLine(long partition, int term, int site);
}
