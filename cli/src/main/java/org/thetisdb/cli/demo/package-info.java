/** The demo: a bank on a cluster of this process, told as tables and charts. */
package org.thetisdb.cli.demo;
