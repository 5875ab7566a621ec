/** What new texts and definitions cost, one after the other over one connection. */
package org.thetisdb.benchmarks.schema;
