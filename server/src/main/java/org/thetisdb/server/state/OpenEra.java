package org.thetisdb.server.state;

import org.thetisdb.server.store.RowStore;

/**
 * Whether an era of epochs is open at a site (decision 0050): nothing else commits rows of users
 * meanwhile. Owned by the engine's line.
 */
public final class OpenEra {
  private RowStore rows;

  OpenEra() {}

  /** An era begins, whose calls see these rows. */
  public void open(RowStore rowsOfEra) {
    rows = rowsOfEra;
  }

  /** That era is over. */
  public void close() {
    rows = null;
  }

  /** Whether one is open. */
  public boolean isOpen() {
    return rows != null;
  }

  /** The rows as calls of that era see them; null if none is open. */
  public RowStore rows() {
    return rows;
  }
}
