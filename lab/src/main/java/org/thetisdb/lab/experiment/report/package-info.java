/** What came of an experiment, as a table, plots and JSON, and beside what the paper found. */
package org.thetisdb.lab.experiment.report;
