/**
 * Copies of rows from one site to another while both work: a plan says which partitions, a source
 * yields them at one vector in bounded slices, a sink takes them, and between both stands a stream
 * with flow control. What follows a copy is in the logs.
 */
package org.thetisdb.migration;
