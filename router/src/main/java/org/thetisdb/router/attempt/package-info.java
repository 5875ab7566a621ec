/**
 * Attempts of a call, one after the other: how one is sent to its site, and when the next one
 * begins. Depends on {@code call}, {@code move} and {@code site}; not on what chooses the site.
 */
package org.thetisdb.router.attempt;
