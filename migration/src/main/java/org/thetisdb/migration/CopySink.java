package org.thetisdb.migration;

/**
 * Takes the slices of a copy in their order. What it was given counts only after {@link #end}; if
 * that never comes, all of it has to be thrown away. Used from one event loop.
 */
public interface CopySink {
  /**
   * Takes one slice.
   *
   * @throws RuntimeException if it is damaged; the copy has failed then
   */
  void apply(byte[] slice);

  /**
   * The copy is over.
   *
   * @throws RuntimeException if something of it is missing
   */
  void end();
}
