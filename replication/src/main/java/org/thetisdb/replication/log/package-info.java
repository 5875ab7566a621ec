/** Site logs: the interface, the records in them, and Kafka behind it. */
package org.thetisdb.replication.log;
