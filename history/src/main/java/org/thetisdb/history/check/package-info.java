/**
 * Looks for anomalies: what single reads show, the dependencies between transactions, and cycles
 * among them.
 */
package org.thetisdb.history.check;
