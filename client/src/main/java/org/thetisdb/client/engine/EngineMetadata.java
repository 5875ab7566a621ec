package org.thetisdb.client.engine;

/**
 * What clients of an engine agree on, for example which keys each partition has.
 *
 * @param version rises by one with each change
 * @param partitions how many there are, from 0 on
 * @param content up to 1 MiB, as it was set; must not be changed
 */
public record EngineMetadata(long version, long partitions, byte[] content) {}
