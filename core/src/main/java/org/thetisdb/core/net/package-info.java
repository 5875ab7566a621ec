/**
 * Connections that carry messages; the interface, which Netty implements in production and the
 * simulation in tests.
 */
package org.thetisdb.core.net;
