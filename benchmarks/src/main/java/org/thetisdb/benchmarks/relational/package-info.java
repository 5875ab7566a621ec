/** What a transaction of a database costs as a partition of a cluster. */
package org.thetisdb.benchmarks.relational;
