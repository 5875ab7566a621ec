/**
 * An experiment of a paper, as data: what is driven, what is swept, which schemes take part, what
 * is measured, and what the paper found. Beside it are the catalogue of experiments, the runs, in
 * which schemes take turns on real clusters, and the reports of what came out.
 */
package org.thetisdb.lab.experiment;
