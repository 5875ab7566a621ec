/**
 * What opening a socket takes, whoever reads it then: addresses of hosts, sockets within a machine
 * and what a failure is called.
 */
package org.thetisdb.core.net.socket;
