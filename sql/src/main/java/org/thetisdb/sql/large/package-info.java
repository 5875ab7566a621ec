/**
 * Values that are too long for a row: they are uploaded in pieces, lie in tables of their own, and
 * a row holds a {@link org.thetisdb.core.value.LargeValue} in their place. See decision 0057.
 */
package org.thetisdb.sql.large;
