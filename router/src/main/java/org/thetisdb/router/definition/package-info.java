/**
 * Definitions of SQL: how one is made, when it is in force at every site, and the steps that bring
 * rows in line with it. Depends on {@code statement} and {@code system}.
 */
package org.thetisdb.router.definition;
