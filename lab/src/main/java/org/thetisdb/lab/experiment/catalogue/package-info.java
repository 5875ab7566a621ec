/**
 * The experiments that there are: those of the papers, workload by workload, and those of the
 * advisor.
 */
package org.thetisdb.lab.experiment.catalogue;
