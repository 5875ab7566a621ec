/** What is said of a history: levels of isolation, and the anomalies that they forbid. */
package org.thetisdb.history.verdict;
