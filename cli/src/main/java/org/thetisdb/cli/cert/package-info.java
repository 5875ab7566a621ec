/** {@code thetis cert}: an authority, and certificates of nodes and users, as files. */
package org.thetisdb.cli.cert;
