/**
 * Clock and scheduler: the interfaces through which the engine meets time, so that simulation can
 * replace it.
 */
package org.thetisdb.core.time;
