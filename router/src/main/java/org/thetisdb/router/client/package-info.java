/**
 * The connections of clients to a router that leads, and which client uses which sessions. Hands on
 * to {@code dispatch}, {@code sql}, {@code change} and {@code replica}; nothing below depends on
 * it.
 */
package org.thetisdb.router.client;
