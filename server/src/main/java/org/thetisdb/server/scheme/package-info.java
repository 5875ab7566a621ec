/**
 * What a scheme does at a site, behind one interface. Each family of schemes has a package below
 * this one, that alone compares the parts of a scheme and opens what it keeps of calls.
 */
package org.thetisdb.server.scheme;
