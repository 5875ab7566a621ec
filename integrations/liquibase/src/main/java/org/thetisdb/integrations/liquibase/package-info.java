/** Support of Thetis for Liquibase 4; on the class path is enough, Liquibase finds it by itself. */
package org.thetisdb.integrations.liquibase;
