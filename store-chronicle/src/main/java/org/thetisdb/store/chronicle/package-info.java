/**
 * Rows with versions in Chronicle Map, one map for each part of a table, under an ordered index of
 * keys. Needs options of the JVM, which docs/dependencies.md names.
 */
package org.thetisdb.store.chronicle;
