package org.thetisdb.sql.run.query;

import org.thetisdb.procedures.runtime.RowLockMode;
import org.thetisdb.procedures.runtime.RowWait;

/**
 * How a query locks its rows. Immutable.
 *
 * @param ofLocked what is done about rows that others have locked against that
 */
public record Locking(RowLockMode mode, RowWait ofLocked) {}
