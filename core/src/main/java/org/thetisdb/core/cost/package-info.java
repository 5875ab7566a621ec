/** The steps of work that have a unit cost: what schemes say they do, and what has a price. */
package org.thetisdb.core.cost;
