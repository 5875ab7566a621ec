/**
 * Names of things in one word each: stamps, partitions, and the vectors that order the sites' logs.
 */
package org.thetisdb.core.id;
