/** What the tests of this module share. */
package org.thetisdb.replication.testing;
