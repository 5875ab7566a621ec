/**
 * Schemes whose masters stay where they are: where that is, and how it becomes so again after sites
 * were lost. Owned by the engine's thread.
 */
package org.thetisdb.router.routing.fixed;
