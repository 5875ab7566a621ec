/**
 * Logs of other sites, read from what these send as soon as their log has acknowledged it. The log
 * stays the truth: whenever a log stream is not what it should be, its log is read again.
 */
package org.thetisdb.replication.log.stream;
