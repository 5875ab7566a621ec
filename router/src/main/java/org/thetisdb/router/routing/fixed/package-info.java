/**
 * Masters that stay where they are: where that is, and how it becomes so again after sites were
 * lost. For schemes that have such. Owned by the engine's thread.
 */
package org.thetisdb.router.routing.fixed;
