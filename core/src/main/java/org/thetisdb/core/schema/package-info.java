/** Tables: their columns, and the image of a row. The image holds all columns but the key's. */
package org.thetisdb.core.schema;
