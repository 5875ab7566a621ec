/**
 * Who may do what: roles, what was granted to them, what a statement touches, and the check of one
 * against the other. Users are roles that may log in. Below the catalog, which holds these as rows.
 */
package org.thetisdb.sql.rights;
