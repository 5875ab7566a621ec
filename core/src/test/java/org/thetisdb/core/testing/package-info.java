/**
 * What the tests of all modules share: which part of them a build runs, virtual time, and
 * connections and a network in memory.
 */
package org.thetisdb.core.testing;
