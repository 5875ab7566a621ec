/**
 * TLS below all transports: keys, certificates and authorities out of PEM files, which may change
 * while connections stand, engines of the JDK made of them, and what a handshake says of the other
 * end. Certificates for clusters are made here, too.
 */
package org.thetisdb.core.net.tls;
