package org.thetisdb.store.slab.memory;

/**
 * What stands behind the addresses of a stretch of cells. Calls come one after the other, from any
 * thread.
 */
public interface Backing extends AutoCloseable {
  /** Ordinary memory, which the system gives when it is touched. */
  Backing MEMORY =
      new Backing() {
        @Override
        public boolean needsMapping() {
          return false;
        }

        @Override
        public boolean back(long address, long offset, long bytes) {
          return true;
        }

        @Override
        public void close() {}
      };

  /** Whether the addresses must be a mapping of the system, in which parts can be replaced. */
  boolean needsMapping();

  /**
   * Puts something behind addresses that were not used before. Until then they can be read, and
   * hold zeros.
   *
   * @param address where they begin
   * @param offset how far that is from where the stretch begins; calls that succeed go on where the
   *     last one ended
   * @return false if there is no room; nothing has changed then
   */
  boolean back(long address, long offset, long bytes);

  /** Gives back what stands there. The addresses can still be read, and hold zeros. */
  @Override
  void close();
}
