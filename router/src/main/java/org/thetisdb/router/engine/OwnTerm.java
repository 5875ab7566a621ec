package org.thetisdb.router.engine;

import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.ConnectionListener;

/** The leadership of this router, as clients know it that had to wait for a leader. */
interface OwnTerm {
  /** Lets a client in. */
  ConnectionListener accept(Connection connection);
}
