/**
 * Which tables nobody writes and all read, so that a site may read its own copy: the time after
 * which a table counts as one, which site has written which, for which one calls meet several
 * sites, and which are chosen. How a choice comes into force is a matter of the schemes: {@code
 * router.scheme.star} and {@code router.scheme.epoch} close tables before copies are read; {@code
 * router.scheme.fixed} and {@code router.scheme.leap} need nothing, since what they read there is a
 * snapshot. A library without I/O, threads or clocks.
 */
package org.thetisdb.router.readmostly;
