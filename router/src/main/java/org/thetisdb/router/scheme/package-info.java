/**
 * What a scheme is to the rest of the router, and what schemes share. Each family of schemes has a
 * package below, and needs no other family; {@code registry} puts them together. Owned by the
 * engine's thread.
 */
package org.thetisdb.router.scheme;
