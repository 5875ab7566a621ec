/**
 * STAR at the router (thesis, section 3.3; decision 0038): which phase is in force, how long it
 * lasts, what each site is sent of it, and which calls wait for which. Owned by the engine's
 * thread.
 */
package org.thetisdb.router.scheme.star;
