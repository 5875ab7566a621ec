package org.thetisdb.router.routing;

/**
 * Hears which partitions transactions read and write together. Called on the router's event loop,
 * for every transaction: it must not allocate, block or keep the footprint.
 */
public interface AccessTrace {
  /** Takes no notice. */
  AccessTrace NONE =
      new AccessTrace() {
        @Override
        public void onGrid(int partitionKeys) {}

        @Override
        public void note(Footprint footprint) {}
      };

  /**
   * A router begins to lead; what it notes is of partitions of this width.
   *
   * @param partitionKeys keys in a cell of the grid; where partitions are ranges, in the cells that
   *     are noted instead of them
   */
  void onGrid(int partitionKeys);

  /** A transaction begins; or, if it is interactive, commits. */
  void note(Footprint footprint);
}
