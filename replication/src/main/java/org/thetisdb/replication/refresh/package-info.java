/** The order in which the commits of other sites are applied (DynaMast, section 3.1). */
package org.thetisdb.replication.refresh;
