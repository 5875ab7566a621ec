/**
 * Stress tests of the row store: what threads may see of each other, on the JVM and the processor
 * that they run on. In the store's own package, to reach its parts.
 */
package org.thetisdb.store.chronicle;
