/**
 * Mastership on its way from site to site, and changes of the borders of ranges: what moves is
 * locked here, and calls that write it queue behind. Depends on {@code call}, {@code site} and
 * {@code term}.
 */
package org.thetisdb.router.move;
