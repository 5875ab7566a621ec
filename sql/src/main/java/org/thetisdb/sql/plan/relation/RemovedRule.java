package org.thetisdb.sql.plan.relation;

/**
 * Rules of Calcite that plans do without since they have wrong rows. They are put back only to see
 * that what looks for wrong answers finds them.
 */
public enum RemovedRule {
  /** Decorrelation of whatever is correlated, in place of {@link Decorrelation#isSafe}. */
  DECORRELATION,
  /** Subqueries in a select list, which took the variable of a query further out for their own. */
  PROJECT_SUB_QUERIES,
  /** Subqueries in conditions, which run where another condition of the row forbids it. */
  FILTER_SUB_QUERIES
}
