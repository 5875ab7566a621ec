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
 * @param ahead calls and changes that were at the site then and not answered yet
 * @param tookUs from then until its answer came
 * @param allUs from when the call was routed first until then: with waits for masters
 * @param times what it took at the site
 */
public record TimedCall(
    Footprint footprint,
    int site,
    boolean waited,
    long behind,
    int ahead,
    long tookUs,
    long allUs,
    StageTimes times) {}
