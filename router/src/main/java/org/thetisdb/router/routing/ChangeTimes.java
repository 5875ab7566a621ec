package org.thetisdb.router.routing;

import org.thetisdb.core.wire.SiteToRouter.StageTimes;

/**
 * What a change of the placement took. Immutable.
 *
 * @param tookUs since its site was asked, in microseconds
 * @param ahead calls and changes that were at the site then and not answered yet
 * @param stages what it took at the site
 */
public record ChangeTimes(long tookUs, int ahead, StageTimes stages) {}
