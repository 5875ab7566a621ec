package org.thetisdb.router.estimate;

/**
 * What a workload is like. A <i>group</i> is all rows whose keys begin with the same first column.
 * Tables that nobody writes are read everywhere by some schemes, and are ordinary tables to others.
 * Immutable.
 *
 * @param transactions in the sample
 * @param readShare of transactions that write nothing
 * @param interactiveShare of transactions that run statement by statement
 * @param rowsWritten by an update, in the mean
 * @param rangesWritten by an update, in which it finds what to write while it runs
 * @param rowsRead by a transaction, in the mean, as far as they were planned
 * @param rangesRead by a transaction, in the mean
 * @param writtenGroups groups that are written, in the sample
 * @param crossUpdates share of updates that write groups of several sites, with groups dealt out
 * @param crossAccesses the same with what updates read in tables that are written
 * @param crossReads share of transactions that only read, and read groups of several sites in such
 *     tables
 * @param sitesMet by a transaction, in the mean, with groups dealt out, in such tables
 * @param crossInAll share of updates that meet groups of several sites in all tables
 * @param sitesMetInAll by a transaction in all tables, in the mean
 * @param busiestWhenPlaced share of what updates write at the busiest site, so placed
 * @param crossWhenPlaced share of updates that write groups of several sites, with ranges of groups
 *     placed by what is written together: by a cut of one half of the sample, judged by the other
 * @param conflict how likely two updates write the same row
 * @param meetings rows that one of two updates writes and the other reads or writes, in the mean
 */
public record WorkloadProfile(
    int transactions,
    double readShare,
    double interactiveShare,
    double rowsWritten,
    double rangesWritten,
    double rowsRead,
    double rangesRead,
    int writtenGroups,
    double crossUpdates,
    double crossAccesses,
    double crossReads,
    double sitesMet,
    double crossInAll,
    double sitesMetInAll,
    double busiestWhenPlaced,
    double crossWhenPlaced,
    double conflict,
    double meetings) {}
