package org.thetisdb.sql.pattern;

/**
 * A regular expression as the engines read it.
 *
 * @param text in words that RE2/J and Java's engine have in common, or Java's alone
 * @param backtracks whether it refers back or looks around, which Java's engine alone can
 * @param lazy whether a part of it is to be as short as it can
 * @param insensitive whether upper and lower case are the same
 * @param size about how many states it has
 */
record RegexForm(String text, boolean backtracks, boolean lazy, boolean insensitive, int size) {}
