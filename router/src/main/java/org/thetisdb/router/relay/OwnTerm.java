package org.thetisdb.router.relay;

import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.ConnectionListener;

/** The leadership of this router, as clients know it that had to wait for a leader. */
public interface OwnTerm {
  /** Lets a client in. */
  ConnectionListener accept(Connection connection);
}
