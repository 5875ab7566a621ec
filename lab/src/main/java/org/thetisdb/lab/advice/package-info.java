/**
 * Advice about schemes: what a running workload is like ({@link
 * org.thetisdb.lab.advice.ProfileSample}), and what each scheme would cost it ({@link
 * org.thetisdb.lab.advice.CostModel}). Decision 0040.
 */
package org.thetisdb.lab.advice;
