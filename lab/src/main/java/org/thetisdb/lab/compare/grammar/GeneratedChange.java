package org.thetisdb.lab.compare.grammar;

import org.thetisdb.lab.compare.tree.Part;

/**
 * A statement that changes a table.
 *
 * @param table its name
 * @param needsKey whether the table has to have its keys
 */
public record GeneratedChange(Part tree, String table, boolean needsKey) {}
