/** How much room the disk has that a site writes to, and when it is too little to go on writing. */
package org.thetisdb.server.disk;
