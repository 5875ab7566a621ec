package org.thetisdb.client;

import org.thetisdb.core.wire.RouterToClient.ServerHello;

/**
 * What a router said of its cluster when a client connected. Immutable.
 *
 * @param cluster the cluster's name
 * @param scheme the name of the scheme in force: how transactions are routed and committed
 * @param durability what an acknowledgement means, for people
 * @param sessionBase a number that it gave to this connection, and to no other ever
 */
public record ServerInfo(String cluster, String scheme, String durability, long sessionBase) {
  static ServerInfo of(ServerHello hello) {
    return new ServerInfo(hello.cluster(), hello.scheme(), hello.durability(), hello.sessionBase());
  }
}
