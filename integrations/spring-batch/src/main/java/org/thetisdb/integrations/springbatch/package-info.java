/** What Spring Batch needs to keep its jobs in Thetis: the tables and the type of the database. */
package org.thetisdb.integrations.springbatch;
