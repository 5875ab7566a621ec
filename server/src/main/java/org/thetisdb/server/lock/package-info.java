/** Row locks, waited for without blocking a thread. */
package org.thetisdb.server.lock;
