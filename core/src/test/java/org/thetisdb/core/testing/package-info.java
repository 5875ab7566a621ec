/** Which part of all tests a build runs. The tests of other modules use it, too. */
package org.thetisdb.core.testing;
