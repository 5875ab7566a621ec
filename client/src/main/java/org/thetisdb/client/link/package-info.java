/**
 * The link to a router: which router is tried next, and when; signs of life; what a router grants,
 * what was seen over the link, and what an answer of a router means for a request. Lives on the
 * client's scheduler.
 */
package org.thetisdb.client.link;
