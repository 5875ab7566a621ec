/** Primary keys as bytes: unsigned byte order is key order. */
package org.thetisdb.core.key;
