/**
 * What SQL's functions and operators come to, as generated code calls them: texts, bytes, arrays,
 * groups; numbers and times have packages of their own. They look at no row and no transaction. All
 * are stateless or belong to one group of rows.
 */
package org.thetisdb.sql.function;
