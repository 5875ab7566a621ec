package org.thetisdb.router.routing;

/** A change of master that a scheme wants: one partition, from where it is, to another site. */
public record Move(long partition, int from, int to) {}
