/**
 * The YCSB of the thesis about STAR, COCO and Aria (sections 3.6.1 and 5.8.1): each transaction
 * makes ten accesses to one table, of which some write, wherever they fall.
 */
package org.thetisdb.benchmarks.accesses;
