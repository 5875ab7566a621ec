/**
 * What the parts of one site's engine share, in small pieces: what the site has of the database,
 * how far it is, what it may still do, the epoch view that is open, the scheme in force, bounds and
 * counts. Each class is handed those that it uses; {@link org.thetisdb.server.state.SiteState} has
 * all of them, for those that put others together. Below it are only the parts themselves, such as
 * the log and the tables; it knows nothing of calls.
 */
package org.thetisdb.server.state;
