/**
 * The engine's side of procedures: loading jars, checking and calling what is in them, and turning
 * a plan into keys. Uploaded jars do not see this package.
 */
package org.thetisdb.procedures.runtime;
