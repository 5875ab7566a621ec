/**
 * Rights to write that do not follow from mastership alone (thesis, section 3.3; decision 0038):
 * what sites have lent to another one, and tables that are closed.
 */
package org.thetisdb.server.ownership;
