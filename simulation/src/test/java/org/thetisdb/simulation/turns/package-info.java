/**
 * A scheme that no release has: it shows what it takes to add one, and what has to hold of each.
 * Sites take turns, and all updates run at the site whose turn it is.
 */
package org.thetisdb.simulation.turns;
