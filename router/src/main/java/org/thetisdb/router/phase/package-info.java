/**
 * The phases of STAR at the router (thesis, section 3.3; decision 0038): which one is in force, how
 * long it lasts, and what each site is told of it.
 */
package org.thetisdb.router.phase;
