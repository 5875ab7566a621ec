/**
 * Schemes whose masters stay where they are, with two-phase commit between them (decisions 0031,
 * 0033, 0049): where a call runs, which sites take part, and what becomes of each attempt. Owned by
 * the engine's thread.
 */
package org.thetisdb.router.scheme.fixed;
