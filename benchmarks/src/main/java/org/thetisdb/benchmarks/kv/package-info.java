/**
 * A store of keys and values as a storage engine (Jones, Dtxn, sections 3.1 and 4.2.1): each
 * transaction changes twelve counters, at one partition or half of them at another.
 */
package org.thetisdb.benchmarks.kv;
