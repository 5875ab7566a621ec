/** Which versions a transaction sees: cuts and plain vectors (decision 0001). */
package org.thetisdb.server.snapshot;
