package org.thetisdb.lab.engines;

import org.thetisdb.core.wire.SiteToRouter.PhaseSet;
import org.thetisdb.procedures.runtime.ProcedureDefinition;

/** What generators know of each other and of the whole. Any thread. */
interface Generators {
  /** The cluster's name. */
  String cluster();

  /** The name of the scheme. */
  String scheme();

  /** Whether calls run in the phases of their kinds. */
  boolean hasPhases();

  /** Which site is master of all in a single-master phase. */
  int designated();

  /** The generator of an engine. */
  Generator at(int site);

  /**
   * A procedure of the workload.
   *
   * @throws org.thetisdb.core.error.ThetisException if there is none
   */
  ProcedureDefinition procedure(String name);

  /** A phase is in force at a site. */
  void onPhaseSet(PhaseSet set);

  /** The whole cannot go on. */
  void onFault(Throwable fault);
}
