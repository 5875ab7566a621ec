/**
 * Names of things in one word each: stamps, partitions, sessions, the addresses of processes, and
 * the vectors that order the sites' logs.
 */
package org.thetisdb.core.id;
