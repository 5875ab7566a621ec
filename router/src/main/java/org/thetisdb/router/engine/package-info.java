/**
 * The router as a whole: it takes calls, has them routed, moves partitions, draws cuts, and
 * answers. A machine without threads that lives on one {@link org.thetisdb.core.time.Scheduler} and
 * never waits; network, membership, clock and randomness come in from outside.
 *
 * <p>{@link org.thetisdb.router.engine.Router} stands for leadership. While it leads, a {@link
 * org.thetisdb.router.engine.LeadershipTerm} holds all that belongs to one epoch and is thrown away
 * with it. The parts are put together here, and no part depends on this package.
 */
package org.thetisdb.router.engine;
