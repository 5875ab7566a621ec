package org.thetisdb.router.routing;

import org.thetisdb.core.wire.SiteToRouter.StageTimes;

/**
 * A call of which the times were taken. Immutable by contract.
 *
 * @param footprint what it touched
 * @param site where it ran
 * @param waited whether it needed updates of other sites: it read what another one masters, or
 *     something was moved for it
 * @param behind positions that its site lacked of what it needed, when it was sent
 * @param tookUs from then until its answer came
 * @param times what it took at the site
 */
public record TimedCall(
    Footprint footprint, int site, boolean waited, long behind, long tookUs, StageTimes times) {}
