/** Databases that statements are tried on, and what they answer. */
package org.thetisdb.lab.compare.database;
