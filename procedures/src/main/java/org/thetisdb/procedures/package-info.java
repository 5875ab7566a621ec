/**
 * What an application compiles against to write its transactions: a {@link
 * org.thetisdb.procedures.Procedure} with a method {@code run}, and the {@link
 * org.thetisdb.procedures.Table tables} it works on. {@code docs/use/procedures.md} has a whole
 * example.
 */
package org.thetisdb.procedures;
