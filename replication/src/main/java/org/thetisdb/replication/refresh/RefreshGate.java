package org.thetisdb.replication.refresh;

/**
 * Has records wait for something beside their dependencies: where several sites share their rows,
 * for the one that installs them. Called on the refresher's event loop.
 */
public interface RefreshGate {
  /** Nothing waits. */
  RefreshGate OPEN =
      new RefreshGate() {
        @Override
        public boolean isOpen(int origin, long position) {
          return true;
        }

        @Override
        public void passed(int origin, long position) {
          // Nobody waits for it.
        }

        @Override
        public void advanced() {
          // Nobody waits for it.
        }
      };

  /** Whether the record at a position of a site's log may be applied. Once open, it stays so. */
  boolean isOpen(int origin, long position);

  /** The record at a position of a site's log is applied, and all before it in that log. */
  void passed(int origin, long position);

  /** For now no more can be applied than has been passed. */
  void advanced();
}
