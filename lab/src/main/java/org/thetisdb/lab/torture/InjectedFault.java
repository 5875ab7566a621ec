package org.thetisdb.lab.torture;

/**
 * One fault and what it cost.
 *
 * @param atS seconds after the beginning of the run
 * @param pauseMs from the fault to the next commit, by the client that waited longest: for a site
 *     of those whose rows it mastered, for other parts of all
 * @param longestMs the longest time without a commit until all was whole, by the same clients:
 *     outages of services show later than at once
 * @param behindReturnMs how much of the pause came after the part was back; 0 if commits went on
 *     without it
 * @param wholeMs from the fault until every part took part again
 */
record InjectedFault(
    Fault fault,
    String part,
    double atS,
    long pauseMs,
    long longestMs,
    long behindReturnMs,
    long wholeMs) {}
