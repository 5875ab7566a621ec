/**
 * Applies what other sites have put into their logs, on the refresher's event loop, and says what
 * of it the engine has to hear of. It may use the tables to which it applies, and not the {@code
 * state} of the engine.
 */
package org.thetisdb.server.refresh;
