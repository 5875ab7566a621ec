/** Opens the row store that a setting names. */
package org.thetisdb.store.engine;
