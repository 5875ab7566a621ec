/** The code of expressions: made, kept for plans that calculate the same, or interpreted. */
package org.thetisdb.sql.plan.scalar;
