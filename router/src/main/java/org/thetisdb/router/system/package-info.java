/**
 * Calls of the router itself: on the catalog's partition, for jars that are uploaded, and to clear
 * large values away. Depends on {@code dispatch}.
 */
package org.thetisdb.router.system;
