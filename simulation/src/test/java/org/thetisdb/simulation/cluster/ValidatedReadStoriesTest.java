package org.thetisdb.simulation.cluster;

import org.thetisdb.core.scheme.SchemeRegistry;

/** Stories of calls that are validated when they have run (decision 0049). */
final class ValidatedReadStoriesTest extends KeptReadStories {
  ValidatedReadStoriesTest() {
    super(SchemeRegistry.DIST_OCC);
  }
}
