/**
 * Types and functions of the SQL that is spoken here, as Calcite knows them. What is made of a tree
 * of syntax before, in and after validation has packages of its own.
 */
package org.thetisdb.sql.dialect;
