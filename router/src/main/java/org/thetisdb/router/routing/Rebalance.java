package org.thetisdb.router.routing;

import java.util.List;

/**
 * Moves that belong together and that no call asked for.
 *
 * @param reason one sentence for people
 */
public record Rebalance(List<Move> moves, String reason) {}
