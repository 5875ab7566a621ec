package org.thetisdb.lab.compare;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.thetisdb.sql.plan.relation.RemovedRule;

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
 * @param threads that look, each with databases of its own
 * @param untilFound whether the first wrong answer is the end
 * @param putBack rules that are known to be wrong, to see that they are found
 */
public record CompareOptions(
    long seed,
    long statements,
    int seconds,
    List<String> psql,
    String connect,
    Path keep,
    int mostTries,
    int threads,
    boolean untilFound,
    Set<RemovedRule> putBack) {}
