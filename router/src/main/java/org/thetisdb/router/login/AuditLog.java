package org.thetisdb.router.login;

import org.thetisdb.core.id.Address;

/**
 * Takes down who did what, in a cluster that has users: logins, refusals, definitions, uploads,
 * changes of the cluster. Never waits.
 */
@FunctionalInterface
public interface AuditLog {
  /** Takes nothing down. */
  AuditLog NONE = (event, user, from, what) -> {};

  /**
   * Something was done, or refused.
   *
   * @param event of what kind
   * @param user who did it; empty for a process of the router's own user
   * @param from where that is
   * @param what in a few words; no values of rows, and no passwords
   */
  void note(Event event, String user, Address from, String what);

  /** Kinds of what is taken down. */
  enum Event {
    /** A client was let in. */
    LOGIN,
    /** A client was not let in. */
    LOGIN_REFUSED,
    /** Something that a user has no right to. */
    REFUSED,
    /** A definition, of a right or a user, too. */
    DEFINITION,
    /** A jar. */
    UPLOAD,
    /** A change of sites, scheme, replicas, placement, or where ranges are. */
    OPERATION
  }
}
