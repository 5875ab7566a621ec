/**
 * A database that is reached over JDBC as a state machine: it runs statements, keeps its place in a
 * log in the same transaction, and repeats what is in the log. Nothing here knows of the cluster.
 */
package org.thetisdb.relational.database;
