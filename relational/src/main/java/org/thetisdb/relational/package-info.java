/**
 * Databases that know nothing of a cluster as its partitions (Jones, Dtxn, section 3.4, Relational
 * Cloud). {@link org.thetisdb.relational.RelationalCloud} hosts them beside the cluster, in a
 * process of the application: each database has a thread and a connection. Statements run in the
 * database's own transaction; what they write is appended to the logs of all partitions concerned
 * in one transaction of the cluster; then the databases commit.
 */
package org.thetisdb.relational;
