/**
 * What DDL does: from a catalog and a statement's tree to the rows of system tables that change,
 * and to the steps that follow. Nothing here writes; the same input gives the same change.
 */
package org.thetisdb.sql.define;
