package org.thetisdb.server.state;

/**
 * Keeps calls of users from committing one by one at a site, while something relies on rows that
 * nobody else changes. Owned by the engine's event loop.
 */
public final class CommitBarrier {
  private String why;

  CommitBarrier() {}

  /** Nothing commits from now on but what is let through; {@code reason} is reported to clients. */
  public void close(String reason) {
    why = reason;
  }

  /** Calls commit again. */
  public void open() {
    why = null;
  }

  /** Whether calls are kept from committing. */
  public boolean isClosed() {
    return why != null;
  }

  /** The reason, as clients get it; null if there is none. */
  public String why() {
    return why;
  }
}
