/**
 * Plans that rebalance load: which ranges move to which sites, in which order and how (decision
 * 0124). Without I/O, clock or randomness: the same input gives the same plan.
 */
package org.thetisdb.migration.plan;
