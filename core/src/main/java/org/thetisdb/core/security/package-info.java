/** Passwords: what is kept of them, and how both ends prove that they know one (RFC 5802, 7677). */
package org.thetisdb.core.security;
