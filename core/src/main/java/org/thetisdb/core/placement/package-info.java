/** How keys are cut into partitions without a partition key, and how far a site belongs. */
package org.thetisdb.core.placement;
