/**
 * What a router hears of a site beside the answers to its calls: the handshake of one that begins
 * to lead, how far the site is, and how much it works. It may use the {@code state} of the site;
 * calls that wait for a cut tell it through an interface of the {@code gate}.
 */
package org.thetisdb.server.report;
