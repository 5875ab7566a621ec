/**
 * Copies of single ranges between sites that serve, for replicas that are added (decision 0054):
 * what a site that holds every row gives, and what one that fills a replica takes.
 */
package org.thetisdb.server.replica;
