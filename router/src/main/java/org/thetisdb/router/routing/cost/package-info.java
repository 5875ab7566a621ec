/** What calls and placement changes cost: what was found, and what a learned model expected. */
package org.thetisdb.router.routing.cost;
