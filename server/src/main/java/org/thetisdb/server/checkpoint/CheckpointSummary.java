package org.thetisdb.server.checkpoint;

/**
 * A checkpoint that was taken.
 *
 * @param id its name
 * @param rows number of its rows
 * @param bytes its length
 */
public record CheckpointSummary(CheckpointId id, long rows, long bytes) {}
