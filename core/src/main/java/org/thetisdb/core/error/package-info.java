/**
 * Errors that reach people: one code, one SQLState and one sentence each. {@link
 * org.thetisdb.core.error.ErrorCode} lists them.
 */
package org.thetisdb.core.error;
