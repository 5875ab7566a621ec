/**
 * What a workload says it does: the calls that load its data, each client's next call, and how its
 * calls are drawn.
 */
package org.thetisdb.benchmarks.driver.script;
