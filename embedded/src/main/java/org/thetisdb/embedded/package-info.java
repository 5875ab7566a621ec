/**
 * A cluster within the JVM of an application's tests: the real engine, log and membership, on free
 * ports of the loopback interface and in a temporary directory. It needs no options of the JVM.
 */
package org.thetisdb.embedded;
