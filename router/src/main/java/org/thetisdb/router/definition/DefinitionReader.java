package org.thetisdb.router.definition;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.router.system.Uploads;
import org.thetisdb.router.term.EngineParts;

/**
 * Reads the catalog at its master until the router knows what a position of the logs holds. A
 * master that is lost before it has answered is asked again when it is back, or its successor is:
 * else the router would say that a definition is in force, and not know it itself. Owned by the
 * engine's thread.
 */
public final class DefinitionReader {
  private static final long RETRY_US = 5_000;

  private final EngineParts parts;
  private final List<Read> waiting = new ArrayList<>(1);
  private boolean asks;

  private record Read(VersionVector position, Runnable whenKnown) {}

  /** Nothing is read yet. */
  public DefinitionReader(EngineParts parts) {
    this.parts = parts;
  }

  /**
   * Reads, then runs {@code whenKnown}: unless the router leads no more before. Definitions come
   * one after the other, so few reads wait at once.
   *
   * @param position what the catalog has to hold
   */
  public void read(VersionVector position, Runnable whenKnown) {
    waiting.add(new Read(position, whenKnown));
    request();
    if (!asks) {
      asks = true;
      parts.scheduler().schedule(RETRY_US, this::askAgain);
    }
  }

  private void askAgain() {
    asks = !waiting.isEmpty();
    if (asks) {
      request();
      parts.scheduler().schedule(RETRY_US, this::askAgain);
    }
  }

  private void request() {
    int site = parts.placement().master(Uploads.CATALOG_PARTITION);
    if (parts.sites().isUsable(site)) {
      parts.sites().link(site).requestDefinitions();
    }
  }

  /** A site has reported its definitions, as of {@code vector}; the router has learned them. */
  public void onDefinitions(int site, VersionVector vector) {
    if (site == parts.placement().master(Uploads.CATALOG_PARTITION)) {
      List<Read> known = waiting.stream().filter(read -> vector.covers(read.position())).toList();
      waiting.removeAll(known);
      known.forEach(read -> read.whenKnown().run());
    }
  }

  /** The router leads no more; returns what waits. */
  public List<Runnable> close() {
    List<Runnable> left = waiting.stream().map(Read::whenKnown).toList();
    waiting.clear();
    return left;
  }
}
