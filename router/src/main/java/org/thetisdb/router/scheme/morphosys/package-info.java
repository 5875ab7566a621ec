/**
 * The scheme morphosys: masters and borders change by plans, each with what it is expected to cost
 * and to save, by a model of the workload and costs that are learned while calls run.
 */
package org.thetisdb.router.scheme.morphosys;
