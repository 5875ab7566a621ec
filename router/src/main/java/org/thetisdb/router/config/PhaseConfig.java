package org.thetisdb.router.config;

/**
 * How phases go.
 *
 * @param iterationUs how long two phases last together
 */
public record PhaseConfig(int iterationUs) {}
