/**
 * Patterns of texts: LIKE by an own matcher, regular expressions by RE2/J, whose time is linear,
 * and by Java's engine where a pattern looks back or around. All of them count what they do, so
 * that {@link org.thetisdb.sql.context.Calculation} bounds it. It may use {@code context}.
 */
package org.thetisdb.sql.pattern;
