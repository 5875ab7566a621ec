/**
 * One transaction at a site: admission, running to completion, commit (DESIGN: plan, admit, run,
 * commit).
 */
package org.thetisdb.server.txn;
