/** Hibernate's dialect for Thetis; on the class path is enough, Hibernate finds it by itself. */
package org.thetisdb.integrations.hibernate;
