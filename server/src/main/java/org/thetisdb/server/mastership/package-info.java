/** Which site masters which partition (DynaMast, section 3.2). */
package org.thetisdb.server.mastership;
