package org.thetisdb.procedures.runtime;

import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Table;

/**
 * A plan that knows of which tables no row may vanish: a row that refers to one names no key for
 * that.
 */
public interface ReferencePlan extends Plan {
  /** Whether a row of this table is only read by what refers to it, and outside of the plan. */
  boolean isFrozen(Table parent);
}
