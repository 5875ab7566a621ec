/**
 * Statements as trees of texts, and how a tree is made smaller while something stays true of it.
 */
package org.thetisdb.lab.compare.tree;
