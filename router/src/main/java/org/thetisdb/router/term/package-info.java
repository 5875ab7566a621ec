/**
 * What the parts of one leadership term share: the sites, the placement, the scheme in force, and
 * whether all of that is known well enough to serve. Depends on {@code site}, {@code routing} and
 * what only takes notes.
 */
package org.thetisdb.router.term;
