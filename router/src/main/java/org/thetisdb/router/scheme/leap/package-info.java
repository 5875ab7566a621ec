/**
 * The scheme {@code leap}: what a call meets is brought to its client's site (decision 0039). Owned
 * by the engine's thread.
 */
package org.thetisdb.router.scheme.leap;
