/**
 * What statements may keep in memory: a pool for all of a site, an account for each statement, and
 * how much values and rows take. It uses nothing else of this module.
 */
package org.thetisdb.sql.memory;
