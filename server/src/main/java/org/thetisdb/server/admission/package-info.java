/**
 * Takes calls from routers, and leads each from stage to stage: it says which part is for which
 * call, and in which order a call passes the gates. It may use everything that calls need, and is
 * used by the engine alone.
 */
package org.thetisdb.server.admission;
