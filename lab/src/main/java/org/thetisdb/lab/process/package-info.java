/**
 * Clusters of which each part is a process of its own on this machine, so that parts can be killed,
 * stopped, cut off and started again.
 */
package org.thetisdb.lab.process;
