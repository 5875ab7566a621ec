package org.thetisdb.server.scheme;

import java.util.List;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.wire.RouterToSite;
import org.thetisdb.server.txn.CallPath;
import org.thetisdb.server.txn.CallState;
import org.thetisdb.server.txn.Transaction;

/**
 * What a family of schemes does at a site. There is one object of each family at each site, since
 * calls of a former scheme may still be under way; one of them is in force. Which calls a family
 * leads, it knows by their {@link CallState}: it runs, validates and commits them on the stages of
 * its path. Owned by the site's engine; nothing here blocks.
 */
public interface SiteScheme {
  /** Whether a scheme is of this family; each scheme is of one. */
  boolean has(SchemeSpec scheme);

  /** The stages of whole calls and statements while a scheme of this family is in force. */
  CallPath path();

  /**
   * Whether calls of a scheme of this family keep what they read from being changed, too, and wait
   * for no lock.
   */
  default boolean locksReads(SchemeSpec scheme) {
    return false;
  }

  /** This site serves. What was left rolled back by its former incarnation is done now. */
  default void start() {
    // most leave nothing rolled back
  }

  /** A scheme of this family is in force for all calls that come from now on. */
  default void begin(SchemeSpec scheme) {
    // most need nothing but their path
  }

  /**
   * A scheme of another family is in force, or is said to be anew. Calls that are under way end as
   * they began; the family gives back what is not of a call.
   */
  default void drain() {
    // most have nothing that is not of a call
  }

  /** Takes what the router that leads says to this family; false if it is something else. */
  default boolean takes(Connection router, RouterToSite message) {
    return false;
  }

  /** More of the logs is applied, or acknowledged. */
  default void onReached() {
    // most wait for nothing but through their calls
  }

  /**
   * Rows of temporary ownerships were applied, or ended: what may be written here may be another.
   */
  default void onOwnerships() {
    // most know none
  }

  /**
   * The router that leads is gone: nothing that it has begun goes on but what is in the log. What
   * that is differs, so each family says it for itself (hazard 12).
   */
  default void drop(Connection gone) {
    // most keep nothing of it but its calls
  }

  /** Calls that wait here for their turn, and stand in no queue of others. */
  default List<Transaction> calls() {
    return List.of();
  }
}
