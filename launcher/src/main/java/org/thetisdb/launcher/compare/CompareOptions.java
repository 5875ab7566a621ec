package org.thetisdb.launcher.compare;

import java.nio.file.Path;
import java.util.List;

/**
 * What is looked for, and how long.
 *
 * @param seed of all choices
 * @param statements most statements
 * @param seconds most seconds
 * @param psql the command of PostgreSQL's shell; empty for the oracles that need none
 * @param connect host and port of a cluster that is judged; empty for SQL over rows in memory
 * @param keep a directory for scripts; null for none
 * @param mostTries of one reduction
 */
public record CompareOptions(
    long seed,
    long statements,
    int seconds,
    List<String> psql,
    String connect,
    Path keep,
    int mostTries) {}
