/**
 * Statements that write many rows: run beside the engine at a snapshot, compared with what others
 * have done meanwhile, and committed in one instant. It may use {@code execution}, {@code gate} and
 * what is below them.
 */
package org.thetisdb.server.bulk;
