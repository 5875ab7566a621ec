/** The demo: a bank on a cluster of this process, shown as tables and charts. */
package org.thetisdb.cli.demo;
