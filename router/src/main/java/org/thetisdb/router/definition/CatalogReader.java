package org.thetisdb.router.definition;

import org.thetisdb.core.id.VersionVector;
import org.thetisdb.router.system.Uploads;
import org.thetisdb.router.term.EngineParts;

/**
 * Reads the catalog at its master until the router knows what a position of the logs holds. A
 * master that is lost before it has answered is asked again when it is back, or its successor is:
 * else the router would say that a definition is in force, and not know it itself. One read at a
 * time. Owned by the engine's thread.
 */
public final class CatalogReader {
  private static final long RETRY_US = 5_000;

  private final EngineParts parts;
  private VersionVector needed;
  private Runnable done;

  /** Nothing is read yet. */
  public CatalogReader(EngineParts parts) {
    this.parts = parts;
  }

  /**
   * Reads, then runs {@code whenKnown}: unless the router leads no more before.
   *
   * @param position what the catalog has to hold
   */
  public void read(VersionVector position, Runnable whenKnown) {
    if (done != null) {
      throw new IllegalStateException("the catalog is being read");
    }
    needed = position;
    done = whenKnown;
    ask(whenKnown);
  }

  private void ask(Runnable asked) {
    if (done != asked) {
      return;
    }
    int site = parts.placement().master(Uploads.CATALOG_PARTITION);
    if (parts.sites().isUsable(site)) {
      parts.sites().link(site).requestDefinitions();
    }
    parts.scheduler().schedule(RETRY_US, () -> ask(asked));
  }

  /** A site has reported its definitions, as of {@code vector}; the router has learned them. */
  public void onDefinitions(int site, VersionVector vector) {
    boolean isMaster = site == parts.placement().master(Uploads.CATALOG_PARTITION);
    if (done != null && isMaster && vector.covers(needed)) {
      Runnable known = done;
      done = null;
      known.run();
    }
  }

  /** The router leads no more; returns what waits, or null. */
  Runnable close() {
    Runnable waiting = done;
    done = null;
    return waiting;
  }

  /** The router leads no more, and what waits is forgotten. */
  public void forget() {
    done = null;
  }
}
