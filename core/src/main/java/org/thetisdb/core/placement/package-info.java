/** How a table's keys are cut into partitions, without anybody choosing a partition key. */
package org.thetisdb.core.placement;
