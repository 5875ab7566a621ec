package org.thetisdb.router.engine;

import org.thetisdb.core.wire.Message;

/** The connection of a client, as its sessions of SQL know it. One object for one connection. */
interface SqlClient {
  /** Sends a message, if the client is still there. */
  void send(Message message);
}
