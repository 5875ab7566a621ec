/** What Calcite objects to, as errors of this database, with the place in the text as given. */
package org.thetisdb.sql.plan.error;
