/**
 * Takes calls from routers: says which part is for which call, wakes those that may go on, and ends
 * those that may not. It may use everything that calls need, and is used by the engine alone.
 */
package org.thetisdb.server.admission;
