/**
 * Membership over ZooKeeper. All waiting is done on one thread per membership; answers hop to the
 * caller's scheduler.
 *
 * <pre>
 * ROOT/settings            what the cluster agreed on when it was made; never changed
 * ROOT/incarnations/SITE   the last incarnation that was given out
 * ROOT/sites/SITE          ephemeral: incarnation and address of a living site
 * ROOT/leader-epoch        the last epoch that was given out
 * ROOT/leader              ephemeral: epoch and address of the router that leads
 * </pre>
 */
package org.thetisdb.replication.membership.zookeeper;
