/**
 * What a router counts and notes while it works, and the text in which it reports that. Depends on
 * no part of the engine.
 */
package org.thetisdb.router.report;
