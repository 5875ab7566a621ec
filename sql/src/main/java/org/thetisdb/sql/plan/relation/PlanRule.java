package org.thetisdb.sql.plan.relation;

/** What the optimizer may be made to leave out, so that plans can be compared with one another. */
public enum PlanRule {
  /** Conditions move towards the tables, projections and filters become one. */
  PUSH_DOWN,
  /** Columns that nobody looks at are not read. */
  TRIMMING,
  /** Subqueries that look at the row around them become joins. */
  DECORRELATION,
  /** Joins stand in an order of which keys are known. */
  JOIN_ORDER
}
