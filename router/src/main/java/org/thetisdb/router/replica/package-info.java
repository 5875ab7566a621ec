/**
 * Which sites hold copies of which ranges: copies that are added and dropped, by hand or to have as
 * many as are wanted, and whether those that are there hold the same rows. Depends on {@code
 * dispatch} and {@code system}.
 */
package org.thetisdb.router.replica;
