package org.thetisdb.simulation.cluster;

import org.thetisdb.core.scheme.SchemeRegistry;

/** Stories of calls that lock what they read (decision 0042). */
final class ReadLockStoriesTest extends KeptReadStories {
  ReadLockStoriesTest() {
    super(SchemeRegistry.DIST_S2PL);
  }
}
