package org.thetisdb.server.ownership;

import org.agrona.collections.IntHashSet;
import org.thetisdb.core.wire.RouterToSite.TableRights;
import org.thetisdb.replication.membership.FirstMasters;

/**
 * Which tables of users this site may not write though it masters their rows, and which it may read
 * though others do (decision 0038; hazard 18). What the router that leads said last holds until it,
 * or its successor, says something else; so does it when the router is lost. Not thread-safe; the
 * site's engine owns it.
 */
public final class ReadMostlyTables {
  private final IntHashSet closed = new IntHashSet();
  private final IntHashSet readEverywhere = new IntHashSet();
  private Object family;
  private boolean inForce;
  private boolean closesAll;

  /**
   * A scheme that closes tables is in force: until a router has said more, all of them are closed.
   *
   * @param of the family of the scheme
   */
  @SuppressWarnings("ReferenceEquality")
  public void begin(Object of) {
    if (family != of) {
      family = of;
      set(TableRights.ALL_CLOSED);
    }
  }

  /** No scheme of this family is in force: no table is closed, unless by another family. */
  @SuppressWarnings("ReferenceEquality")
  public void end(Object of) {
    if (family == of) {
      family = null;
      inForce = false;
    }
  }

  /** Takes over what a router says. */
  public void set(TableRights rights) {
    inForce = true;
    closesAll = rights.closesAll();
    closed.clear();
    rights.closed().forEach(closed::add);
    readEverywhere.clear();
    rights.readEverywhere().forEach(readEverywhere::add);
  }

  /** Whether a table may be written only by the site that masters everything. */
  public boolean isClosed(int tableId) {
    return inForce
        && tableId >= FirstMasters.FIRST_USER_TABLE
        && (closesAll || closed.contains(tableId));
  }

  /** Whether a table may be read where it is not mastered. */
  public boolean isReadEverywhere(int tableId) {
    return inForce && readEverywhere.contains(tableId);
  }
}
