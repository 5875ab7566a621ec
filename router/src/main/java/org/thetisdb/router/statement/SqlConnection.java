package org.thetisdb.router.statement;

import org.thetisdb.core.wire.Message;
import org.thetisdb.router.login.AuditLog;
import org.thetisdb.router.site.LeaderCheck.Refusal;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.rights.UserRights;

/** The connection of a client, as its sessions of SQL know it. One object for one connection. */
public interface SqlConnection {
  /** Sends a message, if the client is still there. */
  void send(Message message);

  /** Has what the catalog refuses wait until it is known that this router still leads. */
  default void beforeRefusal(Refusal refusal) {
    refusal.refuse();
  }

  /** Takes down what was done over it, where there are users. */
  default void note(AuditLog.Event event, String what) {}

  /** The user whose connection it is; empty for one who may do everything. */
  default String user() {
    return "";
  }

  /**
   * What the user may do by a state of the catalog.
   *
   * @throws org.thetisdb.core.error.ThetisException NO_RIGHT if the user was dropped
   */
  default UserRights rights(SqlCatalog catalog) {
    return catalog.rights().admin();
  }
}
