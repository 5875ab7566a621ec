/**
 * What a connection keeps: what its URL says, the settings that statements change, the share in
 * what connections have in common, and the transactions that it runs again by itself.
 */
package org.thetisdb.client.jdbc.session;
