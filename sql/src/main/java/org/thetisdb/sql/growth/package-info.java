/**
 * Functions that may make more than they are given ask the memory of their statement before they
 * make it.
 */
package org.thetisdb.sql.growth;
