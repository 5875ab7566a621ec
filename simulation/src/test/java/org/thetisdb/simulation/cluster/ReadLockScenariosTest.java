package org.thetisdb.simulation.cluster;

import org.thetisdb.core.scheme.SchemeRegistry;

/** Scenarios of calls that lock what they read (decision 0042). */
final class ReadLockScenariosTest extends MasterReadScenarios {
  ReadLockScenariosTest() {
    super(SchemeRegistry.DIST_S2PL);
  }
}
