package org.thetisdb.core.config;

import java.util.List;

/** Whether links are encrypted, by which keys, and whether a cluster may be open to all. */
public final class TlsSettings {
  /** Whether connections over TCP have TLS. */
  public static final Setting<Mode> TLS_MODE =
      Setting.ofChoice(
          "tls.mode",
          Mode.OFF,
          "Whether connections over TCP have TLS; under allow both kinds come in, for a cluster whose"
              + " processes change one after the other");

  /** The authority. */
  public static final Setting<String> TLS_CA =
      Setting.ofText(
          "tls.ca",
          "",
          "PEM file with the authority of the cluster's certificates: thetis cert ca makes it");

  /** This process' certificate. */
  public static final Setting<String> TLS_CERTIFICATE =
      Setting.ofText(
          "tls.certificate",
          "",
          "PEM file with the certificate of this site or router: thetis cert node makes it");

  /** Its private key. */
  public static final Setting<String> TLS_KEY =
      Setting.ofText("tls.key", "", "PEM file with the private key of that certificate");

  /** Whether a process may listen for strangers who need show nothing. */
  public static final Setting<Open> SECURITY_OPEN =
      Setting.ofChoice(
          "security.open",
          Open.REFUSED,
          "What listens beyond this machine without tls.mode=require does not start unless this is"
              + " accepted: then whoever reaches its port reads and writes all data");

  /** These, in the order in which people should see them. */
  static final List<Setting<?>> ALL =
      List.of(TLS_MODE, TLS_CA, TLS_CERTIFICATE, TLS_KEY, SECURITY_OPEN);

  private TlsSettings() {}

  /** Whether connections have TLS. */
  public enum Mode {
    /** None has. */
    OFF,
    /** Both kinds are accepted; TLS is tried first. */
    ALLOW,
    /** All have. */
    REQUIRE
  }

  /** Whether a cluster may be open. */
  public enum Open {
    /** It does not start. */
    REFUSED,
    /** Whoever has set this knows what it means. */
    ACCEPTED
  }
}
