/** All families of schemes at one site, of which one is in force. */
package org.thetisdb.server.scheme.site;
