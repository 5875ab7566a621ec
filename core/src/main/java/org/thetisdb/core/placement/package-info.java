/**
 * How keys are cut into partitions without a partition key, which site masters them since which
 * term, which else holds them, and how far a site belongs.
 */
package org.thetisdb.core.placement;
