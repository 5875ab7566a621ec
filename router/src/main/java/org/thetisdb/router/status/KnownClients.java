package org.thetisdb.router.status;

import java.util.SortedMap;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.wire.Software;

/** What a status says of clients, and of routers that relay for them. For the engine's thread. */
public interface KnownClients {
  /** How many come through a router that does not lead, or directly if that is null. */
  int through(Address relay);

  /** What a router that relays runs; null as long as no client has come through it. */
  Software relaySoftware(Address relay);

  /** How many clients run what. */
  SortedMap<Software, Integer> bySoftware();
}
