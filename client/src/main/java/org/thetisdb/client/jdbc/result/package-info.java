/**
 * What a statement brings, apart from its connection: rows as they come and as a cursor has them,
 * what all result sets refuse, counts and keys of a batch.
 */
package org.thetisdb.client.jdbc.result;
