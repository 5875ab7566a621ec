/**
 * What SQL's functions and operators come to, as generated code calls them: texts, numbers, bytes,
 * dates, intervals, arrays, groups. They look at no row and no transaction. All are stateless or
 * belong to one group of rows.
 */
package org.thetisdb.sql.function;
