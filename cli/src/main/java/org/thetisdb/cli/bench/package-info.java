/** The command that runs workloads, and the options of each. */
package org.thetisdb.cli.bench;
