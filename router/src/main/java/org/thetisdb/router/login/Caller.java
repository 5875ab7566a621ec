package org.thetisdb.router.login;

import org.thetisdb.core.id.Address;

/**
 * What is known of a client before it has said who it is.
 *
 * @param address where it is; with a router in between, as that one says
 * @param sameUser whether it is a process of the router's own user of the operating system, which
 *     could read all that the router has
 * @param certified the user whose certificate it has shown; null for none
 * @param binding what a login can be bound to; null for nothing
 */
public record Caller(Address address, boolean sameUser, String certified, byte[] binding) {}
