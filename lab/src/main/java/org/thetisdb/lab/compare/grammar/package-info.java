/** Tables and statements of a seed, which mean the same to Thetis and to PostgreSQL. */
package org.thetisdb.lab.compare.grammar;
