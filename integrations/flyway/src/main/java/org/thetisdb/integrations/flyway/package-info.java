/** Support of Thetis for Flyway 10; on the class path is enough, Flyway finds it by itself. */
package org.thetisdb.integrations.flyway;
