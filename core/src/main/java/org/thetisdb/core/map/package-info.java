/** Maps that are not changed: a change makes another one and shares what stays the same. */
package org.thetisdb.core.map;
