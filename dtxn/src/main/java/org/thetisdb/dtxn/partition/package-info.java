/** A partition of a storage engine that follows its log, wherever its rows are read. */
package org.thetisdb.dtxn.partition;
