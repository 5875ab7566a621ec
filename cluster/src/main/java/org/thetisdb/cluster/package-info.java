/**
 * Clusters that the command line starts: all in one process, or one role of a real one; and the
 * directories of those that leave nothing behind.
 */
package org.thetisdb.cluster;
