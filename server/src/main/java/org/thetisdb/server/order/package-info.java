/**
 * What calls need that have places in an order which was fixed before they run: locks that are
 * granted in that order (Calvin: Thomson et al., SIGMOD 2012; decision 0071), and placeholders for
 * what they will write (BOHM: Faleiro and Abadi, VLDB 2015; decision 0065), which may be filled
 * piece by piece (PWV; decision 0066). What an engine does with them is in {@code deterministic}.
 */
package org.thetisdb.server.order;
