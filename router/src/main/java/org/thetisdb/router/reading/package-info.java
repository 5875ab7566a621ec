/**
 * What a router that does not lead does by itself: it takes reads of its clients straight to the
 * sites (DynaMast, Appendix H; decision 0059).
 */
package org.thetisdb.router.reading;
