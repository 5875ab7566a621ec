/** What statements ask of the context that they run in, beyond what procedures can ask of it. */
package org.thetisdb.sql.context;
