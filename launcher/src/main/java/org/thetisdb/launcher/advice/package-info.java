/**
 * Advice about schemes: what a running workload is like ({@link
 * org.thetisdb.launcher.advice.WorkloadProfile}), and what each scheme would cost it ({@link
 * org.thetisdb.launcher.advice.CostModel}). Decision 0040.
 */
package org.thetisdb.launcher.advice;
