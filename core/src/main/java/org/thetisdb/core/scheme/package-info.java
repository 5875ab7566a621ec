/**
 * Schemes as values: which parts each is put together from. {@link
 * org.thetisdb.core.scheme.SchemeRegistry} is the only place with names of schemes.
 */
package org.thetisdb.core.scheme;
