/** Tests of procedures without a cluster. */
package org.thetisdb.procedures.testing;
