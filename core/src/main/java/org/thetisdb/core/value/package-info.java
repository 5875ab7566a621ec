/**
 * Values as applications see them, and their self-describing encoded form: what procedures take and
 * return. Limits of single values stand here, too, so that every codec refuses the same ones.
 */
package org.thetisdb.core.value;
