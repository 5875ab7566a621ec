/**
 * The experiments of DynaMast's paper, as data: what is driven, what is swept, which schemes take
 * part, what is measured, and what the paper found. One runner lets the schemes take turns on real
 * clusters; the writers make a table, a plot and JSON of what came out.
 */
package org.thetisdb.lab.experiment;
