/**
 * Schemes in which the right to write alternates between all masters and one of them, by phases
 * (STAR: thesis, section 3.3; decision 0038). It may use the {@code gate} and what is below it.
 */
package org.thetisdb.server.scheme.star;
