/**
 * Commands that look at a running cluster and change it: its status, sites, replicas, placement,
 * scheme and procedures.
 */
package org.thetisdb.cli.admin;
