/**
 * The scheme {@code dynamast}: statistics of what is written together, what each site would cost,
 * and moves ahead of time. Owned by the engine's thread.
 */
package org.thetisdb.router.scheme.dynamast;
