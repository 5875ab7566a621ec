/** Databases that statements are tried on, and what they answer. */
package org.thetisdb.launcher.compare.database;
