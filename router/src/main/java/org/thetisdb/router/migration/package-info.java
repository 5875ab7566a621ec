/**
 * Migrations of ranges as the router that leads knows them: what an administrator asks for becomes
 * a plan, the plan records of the log, and these moves. Load is spread by plans of several.
 */
package org.thetisdb.router.migration;
