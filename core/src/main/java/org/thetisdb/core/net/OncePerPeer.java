package org.thetisdb.core.net;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.thetisdb.core.id.Address;

/**
 * Says which refusals are news. A peer that comes again and again is logged once for each reason;
 * the last {@value #REMEMBERED} are remembered. Thread-safe, by a lock that is held for a look-up.
 */
public final class OncePerPeer {
  private static final int REMEMBERED = 256;

  private final Set<String> seen =
      Collections.newSetFromMap(
          new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
              return size() > REMEMBERED;
            }
          });

  /** Whether this was not seen of the peer's host lately; it is from now on. */
  public synchronized boolean isNews(Address peer, String reason) {
    return seen.add(peer.host() + " " + reason);
  }
}
