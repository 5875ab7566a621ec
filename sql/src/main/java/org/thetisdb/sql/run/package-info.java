/**
 * Running compiled statements: the run and what it reads and writes rows by, and what all
 * statements have in common; queries and changes have packages of their own. A value has three
 * forms: the one of clients ({@link org.thetisdb.sql.type.SqlTypeName}), the stored one, and the
 * one that generated code calculates with (Calcite's internal form).
 */
package org.thetisdb.sql.run;
