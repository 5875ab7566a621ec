/** Checks a storage engine in a plain test, without a cluster. */
package org.thetisdb.dtxn.testing;
