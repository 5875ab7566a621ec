/**
 * Makes the text of a statement one that Calcite's parser knows: operators, casts, functions and
 * clauses of PostgreSQL become others that mean the same.
 */
package org.thetisdb.sql.parse.form;
