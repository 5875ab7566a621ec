/**
 * The command line: the entry, and commands that start a cluster's parts or study clusters.
 * Commands for a running one, workloads, the demo and the shell have packages of their own.
 */
package org.thetisdb.cli;
