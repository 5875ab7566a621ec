/**
 * The log of a partition whose rows another database keeps: a storage engine that sites run, and
 * the fragments that hosts of such databases send to it. It is uploaded, so it sees only the API.
 */
package org.thetisdb.relational.log;
