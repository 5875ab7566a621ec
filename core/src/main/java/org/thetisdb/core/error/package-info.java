/** Errors that reach people: one code, one SQLState and one sentence each. */
package org.thetisdb.core.error;
