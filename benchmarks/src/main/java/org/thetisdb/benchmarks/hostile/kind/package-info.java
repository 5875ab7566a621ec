/** The kinds of hostile work: each makes statements or connections of one family from a seed. */
package org.thetisdb.benchmarks.hostile.kind;
