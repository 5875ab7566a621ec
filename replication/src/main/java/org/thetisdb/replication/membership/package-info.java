/** Who lives and who leads: the interface, and ZooKeeper behind it. */
package org.thetisdb.replication.membership;
