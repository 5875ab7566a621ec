/**
 * Schemes in which calls commit in an order that is fixed before they run: under locks that are
 * granted in that order (Calvin; decision 0071), or with placeholders for what earlier ones are
 * going to write (BOHM and PWV; decisions 0065 and 0066). It may use the {@code gate} and what is
 * below it.
 */
package org.thetisdb.server.scheme.deterministic;
