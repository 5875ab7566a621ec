/**
 * Running compiled statements. A value has three forms: the one of clients ({@link
 * org.thetisdb.sql.type.SqlTypeName}), the stored one, and the one that generated code calculates
 * with (Calcite's internal form).
 */
package org.thetisdb.sql.run;
