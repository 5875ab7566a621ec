/**
 * What a router answers when people ask how the cluster is, why a range is where it is, and what
 * clients do. Reads from all parts and changes none.
 */
package org.thetisdb.router.status;
