/** The clusters that {@code bench hostile} is let loose on: one of its own, or one that runs. */
package org.thetisdb.lab.hostile;
