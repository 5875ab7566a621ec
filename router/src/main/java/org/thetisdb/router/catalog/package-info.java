/**
 * The tables, definitions and procedures that a router knows, and which partitions a call touches
 * as they say. Depends on {@code term} and {@code routing}.
 */
package org.thetisdb.router.catalog;
