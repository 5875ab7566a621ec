package org.thetisdb.router.statement;

import org.thetisdb.core.wire.Message;

/** The connection of a client, as its sessions of SQL know it. One object for one connection. */
public interface SqlConnection {
  /** Sends a message, if the client is still there. */
  void send(Message message);
}
