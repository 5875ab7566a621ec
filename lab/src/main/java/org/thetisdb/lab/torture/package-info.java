/**
 * Torture of a cluster of real processes: parts are killed, stopped and cut off one after the other
 * while clients work; how long each waits is measured, and in the end all answers that they got are
 * checked.
 */
package org.thetisdb.lab.torture;
