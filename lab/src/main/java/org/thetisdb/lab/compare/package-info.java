/**
 * The machine that looks for wrong answers of SQL: statements of a seed, oracles that judge their
 * answers, the least input that still shows a difference, and scripts that keep it.
 */
package org.thetisdb.lab.compare;
