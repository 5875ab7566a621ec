package org.thetisdb.lab.advice;

/**
 * How often a protocol has the router and engines work for one transaction, as it was counted in
 * simulated runs (decision 0040).
 *
 * @param routerTasks of a transaction at one site
 * @param routerTasksPerSite for each further site that it meets
 * @param engineTasks of a transaction at one site, all engines together
 * @param engineTasksPerSite for each further site
 * @param rowsWrittenKept rows that are prepared for each row that is written at a further site
 * @param rowsReadKept rows that are locked or validated for each row that is read there
 */
record Counts(
    double routerTasks,
    double routerTasksPerSite,
    double engineTasks,
    double engineTasksPerSite,
    double rowsWrittenKept,
    double rowsReadKept) {
  static final Counts ONE_LINE = new Counts(2.02, 0, 1.12, 0, 0, 0);
  static final Counts ORDERED = new Counts(2.02, 0, 1.17, 0, 0, 0);
  static final Counts PLACEHOLDERS = new Counts(2.02, 0, 1.14, 0, 0, 0);
  static final Counts AT_PRIMARY = new Counts(2.02, 0, 1.10, 0, 0, 0);
  static final Counts PHASES = new Counts(2.06, 0, 1.40, 0, 0, 0);
  static final Counts ROW_LOCKS = new Counts(2.0, 1.0, 1.3, 2.0, 0.9, 0);
  static final Counts READ_WRITE_LOCKS = new Counts(2.0, 1.17, 1.3, 2.5, 0.42, 0.42);
  static final Counts VALIDATED = new Counts(2.0, 1.6, 1.3, 3.4, 0.42, 0.42);
  static final Counts EPOCHS = new Counts(2.1, 1.0, 3.7, 1.5, 0, 0);
  static final Counts ORDERED_EPOCHS = new Counts(2.4, 0.5, 4.3, 2.0, 0, 0);
  static final Counts LOGICAL_EPOCHS = new Counts(2.1, 0.8, 3.7, 1.2, 0, 0);
  static final Counts BATCHES_OVER_SITES = new Counts(2.05, 1.0, 1.3, 1.3, 0, 0);

  double routerTasks(double furtherSites) {
    return routerTasks + routerTasksPerSite * furtherSites;
  }

  double engineTasks(double furtherSites) {
    return engineTasks + engineTasksPerSite * furtherSites;
  }
}
