/**
 * Cuts a weighted graph into balanced parts with few edges between them: multilevel, in the way of
 * Karypis and Kumar (A Fast and High Quality Multilevel Scheme for Partitioning Irregular Graphs,
 * 1998), with the refinement of Fiduccia and Mattheyses (1982). A library of its own: it knows
 * nothing of databases, reads no clock, and gives the same parts for the same graph and seed.
 */
package org.thetisdb.router.partitioning;
