/**
 * SmallBank: customers with a savings and a checking account each, and six transactions on them.
 * The procedures run at the sites; the rest of the package is the driver's side.
 */
package org.thetisdb.benchmarks.smallbank;
