/** Clusters that the command line starts: all in one process, or one role of a real one. */
package org.thetisdb.launcher.cluster;
