/** Which processes live and which router leads: the interface, and ZooKeeper behind it. */
package org.thetisdb.replication.membership;
