/**
 * The native client. {@link org.thetisdb.client.ThetisClient} is the entry for applications; {@link
 * org.thetisdb.client.ClientCore} is the machine behind it, which is stepped on a scheduler and
 * never waits.
 */
package org.thetisdb.client;
