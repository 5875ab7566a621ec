/** Documents of JSON as values: read, written, ordered, taken apart and put together. */
package org.thetisdb.sql.json;
