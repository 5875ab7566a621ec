/**
 * Tests of procedures without a cluster. They need {@code thetis-procedures} alone. Tests with a
 * cluster are in {@code org.thetisdb.embedded}.
 */
package org.thetisdb.procedures.testing;
