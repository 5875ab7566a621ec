/** The command line. */
package org.thetisdb.launcher;
