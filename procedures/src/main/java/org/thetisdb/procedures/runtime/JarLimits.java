package org.thetisdb.procedures.runtime;

/**
 * How large an uploaded jar may be.
 *
 * @param jarBytes bytes of the jar itself
 * @param unpackedBytes bytes of all that is in it, unpacked; small jars can hold much
 * @param entries files in it
 */
public record JarLimits(int jarBytes, int unpackedBytes, int entries) {
  /** 8 MiB, 64 MiB unpacked, 10,000 files. */
  public static final JarLimits DEFAULT = new JarLimits(8 << 20, 64 << 20, 10_000);
}
