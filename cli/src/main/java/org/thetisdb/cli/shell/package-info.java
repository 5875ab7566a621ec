/** The shell for SQL: it reads statements, runs them over JDBC, and shows what comes back. */
package org.thetisdb.cli.shell;
