/**
 * Calls and interactive transactions on their way through the router, as data: their states, the
 * queues and tables that they wait in, which waits for which, their ages and sessions. It decides
 * nothing. Depends on {@code site} and {@code routing}.
 */
package org.thetisdb.router.call;
