/**
 * How keys are cut into partitions without a partition key, who masters them since which term, who
 * else holds them, and how far a site belongs.
 */
package org.thetisdb.core.placement;
