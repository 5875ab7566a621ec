/** The messages between clients, routers and sites, and their encoding in frames. */
package org.thetisdb.core.wire;
