/**
 * Runs an experiment's trials in turn: on clusters in this process, in processes of their own, and
 * simulated.
 */
package org.thetisdb.lab.experiment.run;
