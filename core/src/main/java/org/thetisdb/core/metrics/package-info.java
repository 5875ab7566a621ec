/** One place for what is counted while the engine runs, around Micrometer. */
package org.thetisdb.core.metrics;
