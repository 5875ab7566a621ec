package org.thetisdb.core.config;

import java.util.List;

/** Procedures, and who may upload them. */
public final class ProcedureSettings {
  private static final int MIB = 1 << 20;

  /** How long a procedure may run. */
  public static final Setting<Integer> PROCEDURE_LIMIT_MS =
      Setting.ofInt(
          "procedure.limit_ms",
          1_000,
          1,
          3_600_000,
          "A procedure that runs longer is rolled back and loses its thread");

  /** Longest jar. */
  public static final Setting<Integer> PROCEDURE_JAR_LIMIT_BYTES =
      Setting.ofInt(
          "procedure.jar_limit_bytes",
          8 * MIB,
          1_024,
          512 * MIB,
          "Longest jar of procedures; must be below frame.limit_bytes");

  /** Who may upload jars. */
  public static final Setting<UploadPolicy> UPLOAD_ALLOWED =
      Setting.ofChoice(
          "upload.allowed",
          UploadPolicy.LOOPBACK,
          "Who may upload jars: clients on this machine, clients that know the token, nobody");

  /** What shows the right to upload. */
  public static final Setting<String> UPLOAD_TOKEN =
      Setting.ofSecret("upload.token", "The token that upload.allowed=token asks for");

  /** These, in the order in which people should see them. */
  static final List<Setting<?>> ALL =
      List.of(PROCEDURE_LIMIT_MS, PROCEDURE_JAR_LIMIT_BYTES, UPLOAD_ALLOWED, UPLOAD_TOKEN);

  private ProcedureSettings() {}

  /** Who may upload jars. */
  public enum UploadPolicy {
    /** Clients on the same machine. */
    LOOPBACK,
    /** Clients that show the token. */
    TOKEN,
    /** Nobody. */
    OFF
  }
}
