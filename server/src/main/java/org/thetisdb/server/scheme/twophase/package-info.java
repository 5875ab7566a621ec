/**
 * A site's part in transactions over several sites: runs that are kept until all have prepared,
 * validation of what they have read, and decisions that were lost. It may use the {@code gate} and
 * what is below it.
 */
package org.thetisdb.server.scheme.twophase;
