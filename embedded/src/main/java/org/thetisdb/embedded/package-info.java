/**
 * A cluster within the JVM of an application's tests: the real engine, log and membership, on free
 * ports of the loopback interface and in a temporary directory. It needs no options of the JVM. The
 * artifact is {@code thetis-embedded}, in Maven's scope {@code test}.
 *
 * <p>{@link org.thetisdb.embedded.ThetisExtension} is the entry for JUnit, {@link
 * org.thetisdb.embedded.EmbeddedThetis} that for everything else.
 */
package org.thetisdb.embedded;
