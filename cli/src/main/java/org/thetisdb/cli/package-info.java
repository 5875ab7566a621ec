/** The command line. */
package org.thetisdb.cli;
