/** Who a client is, and what it may ask of the router. */
package org.thetisdb.router.login;
