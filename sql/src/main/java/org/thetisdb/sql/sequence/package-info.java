/** How far sequences are: blocks of values that are given out, and where the next one begins. */
package org.thetisdb.sql.sequence;
