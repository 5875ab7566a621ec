package org.thetisdb.simulation.cluster;

import org.thetisdb.core.scheme.SchemeRegistry;

/** Scenarios of calls that are validated when they have run (decision 0049). */
final class ValidatedReadScenariosTest extends MasterReadScenarios {
  ValidatedReadScenariosTest() {
    super(SchemeRegistry.DIST_OCC);
  }
}
